"""A validator of Django for targets of redirects, and a view that redirects.

`url_has_allowed_host_and_scheme` answers yes or no for a text as Python reads it. The policy asks whether
browsers read it alike, and gives the text to redirect to.

    next = forms.CharField(strip=False, validators=[RedirectTarget()])
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.utils.deconstruct import deconstructible

from oneiri import policy

# From the settings, and not from the request: whoever sends a request chooses its `Host`.
ORIGIN = "https://app.example/"


@deconstructible
class RedirectTarget:
    """Rejects what a policy does not allow, with the reasons as errors."""

    def __init__(self, preset: str = "open-redirect", origin: str = ORIGIN) -> None:
        self.rules, self.origin = policy.preset(preset), origin

    def __call__(self, value: str) -> None:
        self.decide(value)

    def decide(self, value: str) -> str:
        """The canonical text."""
        decision = self.rules.check(value, self.origin)
        if decision.canonical is None:
            raise ValidationError([ValidationError(it.message, it.code) for it in decision.reasons])
        return decision.canonical


def login(request: HttpRequest) -> HttpResponse:
    try:
        return HttpResponseRedirect(RedirectTarget().decide(str(request.GET.get("next", "/"))))
    except ValidationError as error:
        return JsonResponse({"next": error.messages}, status=400)
