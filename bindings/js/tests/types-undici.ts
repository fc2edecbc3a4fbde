// Compiled by tests/package.test.js, and never run.
import { preset } from 'oneiri/policy';
import { Denied, LimitExceeded, guard } from 'oneiri/undici';

const { fetch: guarded, dispatcher, close } = guard(preset('ssrf'), { limits: { redirects: 3, time: 5000 }, lookup: async () => ['192.0.2.1'] });
const fetchLike: typeof fetch = guarded;
try {
  const response: Response = await fetchLike('https://example.com/', { method: 'POST', body: 'a' });
  await response.text();
} catch (error) {
  if (error instanceof Denied) error.decision.reasons[0]?.code.at(error.hop ?? 0);
  if (error instanceof LimitExceeded && error.limit === 'time') error.hop.toFixed();
}
// @ts-expect-error: no such limit
guard(preset('ssrf'), { limits: { size: 1 } });
// @ts-expect-error: this option could connect elsewhere
guard(preset('ssrf'), { tls: { lookup() {} } });
guard(preset('ssrf'), { dangerDispatcher: dispatcher });
await close();
