import { expect, test } from 'vitest'
import { freePort } from '#test/support/process/free-port.ts'
import { newPortalSettings, startPortal } from '#test/support/process/operator.ts'

test('the metrics have a port of their own and name routes by their pattern', async () => {
  const port = await freePort()
  const settings = { ...(await newPortalSettings()), METRICS_PORT: String(port) }
  await startPortal(settings)
  const portal = `http://127.0.0.1:${settings.PORT}`
  for (const path of ['/api/jobs/some-job', '/login', '/nowhere', '/api/nothing'])
    await fetch(portal + path)
  await fetch(`${portal}/api/auth/verify`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: 'A'.repeat(43) }),
  })
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(metrics).toContain('{method="GET",route="/api/jobs/:id",status="4xx"} 1')
  expect(metrics).toMatch(/portal_requests_total\{method="GET",route="page",status="4xx"\} \d/)
  expect(metrics).toMatch(/^portal_failed_sign_ins_total 1$/m)
  expect(metrics).toMatch(/^portal_outbox_waiting 0$/m)
  expect(metrics).toMatch(/^portal_disk_free_bytes \d/m)
  expect(metrics).not.toContain('some-job')
  expect((await fetch(`${portal}/metrics`)).headers.get('Content-Type')).not.toContain('version=0')
})
