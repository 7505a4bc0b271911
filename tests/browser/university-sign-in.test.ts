import { afterAll, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { findFreePort } from '../support/backend/free-port.ts'
import { expectNoConsoleErrors } from '../support/browser/browser-campus.ts'
import { launchPhone } from '../support/browser/chromium.ts'
import { startApp } from '../support/browser/hydration.ts'
import { casResponse, casSuccessResponse } from '../support/fakes/cas-responses.ts'
import {
  startFakeCas,
  startFakeOidc,
  type FakeIdentityProvider,
} from '../support/fakes/fake-identity-providers.ts'
import { type FaultProxy, startFaultProxy } from '../support/fakes/fault-proxy.ts'
import { isLongRun } from '../support/setup/long-run.ts'

const opened: (Pick<Backend | FaultProxy, 'close'> | FakeIdentityProvider)[] = []
afterAll(async () => {
  for (const one of opened.toReversed()) await one.close()
})

/**
 * Start a campus whose people sign in through a university. Returns the campus's address, to which
 * the university redirects.
 */
async function campusWith(
  open: (returnTo: string) => Promise<FakeIdentityProvider>,
): Promise<string> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const university = await open(`${origin}/api/university/back`)
  const env = { APP_DIR: 'dist/app', PUBLIC_URL: origin, ...university.env }
  const backend = await startBackend({ listen: true, env })
  opened.push(university, backend, await startFaultProxy({ target: backend.url, port }))
  return origin
}

const BUTTON = { name: '统一身份认证登录' }

test.runIf(isLongRun)(
  'with the service worker an OpenID Connect sign-in leads to the university and to the requested page, also after the user first came back without signing in',
  async () => {
    const origin = await campusWith((returnTo) => startFakeOidc(returnTo, () => 'T7001'))
    const phone = await launchPhone({ backForwardCache: true })
    const { page } = phone
    await page.goto(`${origin}/manage/devices`)
    // The service worker answers page requests, but the redirect must still reach the backend.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.reload()
    const button = page.getByRole('button', BUTTON)
    await button.click()
    const signIn = page.getByRole('button', { name: 'Sign in' })
    await signIn.waitFor()
    expect(new URL(page.url()).hostname).toBe('localhost')
    await page.goBack({ waitUntil: 'commit' })
    await button.click()
    await signIn.click()
    await page.getByRole('heading', { level: 1, name: '楼管设备' }).waitFor()
    expect(page.url()).toBe(`${origin}/manage/devices`)
    expectNoConsoleErrors(phone)

    const other = await launchPhone()
    await other.page.goto(`${origin}/login?university=${encodeURIComponent('code=theirs&state=x')}`)
    await other.page.getByText('本次登录已失效，请重新点击统一身份认证登录').waitFor()
  },
)

test('the person whose number CAS returns is bound', async () => {
  const xml = casResponse(
    casSuccessResponse('chen', '<cas:employeeNumber>990001</cas:employeeNumber>'),
  )
  const origin = await campusWith(() => startFakeCas(() => xml))
  const phone = await launchPhone()
  const { page } = phone
  await page.goto(`${origin}/login`)
  await startApp(page)
  await page.getByRole('button', BUTTON).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('陈晓雨').first().waitFor()
  expect(page.url()).toBe(`${origin}/`)
  expectNoConsoleErrors(phone)
})
