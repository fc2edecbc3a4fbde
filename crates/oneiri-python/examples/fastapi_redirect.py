"""A dependency of FastAPI, and of Starlette: the target of a redirect, which must stay on this origin.

    uvicorn fastapi_redirect:app
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException
from fastapi.responses import RedirectResponse

from oneiri import policy

# From the settings, and not from the request: whoever sends a request chooses its `Host`.
ORIGIN = "https://app.example/"
RULES = policy.preset("open-redirect")


def redirect_target(next: str = "/") -> str:
    """The canonical text of the parameter `next`."""
    decision = RULES.check(next, ORIGIN)
    if decision.canonical is None:
        raise HTTPException(400, [reason.code for reason in decision.reasons])
    return decision.canonical


Target = Annotated[str, Depends(redirect_target)]
app = FastAPI()


@app.get("/login")
def login(target: Target) -> RedirectResponse:
    return RedirectResponse(target, 303)
