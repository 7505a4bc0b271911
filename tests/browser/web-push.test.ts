import { createECDH, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMessageDeliveryWorker } from '#server/features/message-channels/public'
import { createSealer } from '#server/platform/sessions/sealer'
import { EVERY_STUDENT } from '../../src/contract/audiences.ts'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  signIn,
  startBrowserTestCampus,
} from '../support/browser/browser-campus.ts'
import { waitForOfflineReady } from '../support/browser/chromium.ts'
import { decryptPush } from '../support/fakes/decrypt-push.ts'
import { startFakeService } from '../support/fakes/fake-service.ts'

let campus: BrowserTestCampus
let pushService: Awaited<ReturnType<typeof startFakeService>>
// The keys of the browser. Chromium makes them itself, but registers with a service on the internet.
const browser = createECDH('prime256v1')
const p256dh = browser.generateKeys().toString('base64url')
const auth = randomBytes(16)

beforeAll(async () => {
  pushService = await startFakeService(() => ({ status: 201 }))
  campus = await startBrowserTestCampus({ env: { PUSH_HOSTS: '127.0.0.1' } })
})
afterAll(async () => {
  pushService.close()
  await campus.close()
})

test('a message to one class is shown by the phone of a student who asked for it, and is in the app of who did not', async () => {
  const { backend, origin } = campus
  const phone = await campus.openPhone()
  const { page, context } = phone
  await context.grantPermissions(['notifications'], { origin })
  await context.addInitScript(
    (subscription) => {
      PushManager.prototype.subscribe = async () =>
        Object.assign(Object.create(PushSubscription.prototype), { toJSON: () => subscription })
    },
    {
      endpoint: `${pushService.origin}/push/one`,
      keys: { p256dh, auth: auth.toString('base64url') },
    },
  )
  await signIn(page, origin, '990001')
  await waitForOfflineReady(page)
  await page.goto(`${origin}/me`)
  await page.getByRole('link', { name: '个人资料' }).click()
  await page.getByRole('button', { name: '接收系统通知' }).click()
  await page.getByText('这部手机会收到通知').first().waitFor()

  const office = await backend.signInAs('T5001')
  const { class_name } = await backend.db
    .selectFrom('student')
    .select('class_name')
    .where('exam_number', '=', '990001')
    .executeTakeFirstOrThrow()
  const audience = { ...EVERY_STUDENT, classes: [class_name] }
  const { count } = (await office.post('/api/manage/reach/preview', { audience })).body
  const sent = await office.post('/api/manage/reach/send', {
    title: '班会改到周四',
    content: '地点不变',
    titleEn: '',
    contentEn: '',
    audience,
    important: '1',
    seen: Number(count),
  })
  expect(sent.body).toMatchObject({ code: '0' })
  await createMessageDeliveryWorker({
    db: backend.db,
    clock: backend.clock,
    settings: backend.settings,
    sealer: createSealer(backend.settings),
  }).deliverDue()
  expect(pushService.heard).toHaveLength(1)
  const data = decryptPush(pushService.heard[0]?.bytes ?? Buffer.alloc(0), browser, auth)

  const devtools = await context.newCDPSession(page)
  const registration = new Promise<string>((found) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (own !== undefined) found(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registration,
    data,
  })
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(
        ({ title, body, lang, data: more }) => ({ title, body, lang, path: more.path }),
      ),
    )
  await expect.poll(shown).toEqual([
    {
      title: '班会改到周四',
      body: '地点不变',
      lang: 'zh-CN',
      path: expect.stringMatching(/^\/notice\/\w/),
    },
  ])
  // A classmate without a subscription has the notice in the app.
  const attempts = await backend.db
    .selectFrom('message_attempt')
    .select(['channel', 'state'])
    .execute()
  expect(attempts.filter(({ channel }) => channel === 'push')).toEqual([
    { channel: 'push', state: 'sent' },
  ])
  expect(attempts.filter(({ channel }) => channel === 'in-app')).toHaveLength(Number(count) - 1)
  const [{ path = '' } = {}] = await shown()
  await page.goto(origin + path)
  await page.getByRole('heading', { name: '班会改到周四' }).waitFor()
  expectNoConsoleErrors(phone)
})

test('an unbinding without a network ends the subscription and closes what is shown, so that the next student on the phone sees nothing of it [D-105]', async () => {
  const { origin } = campus
  const phone = await campus.openPhone()
  const { page, context } = phone
  await context.grantPermissions(['notifications'], { origin })
  // Chromium has no push service here: the subscription is one of the page's window.
  await context.addInitScript(() => {
    const subscription = Object.assign(Object.create(PushSubscription.prototype), {
      unsubscribe: async () => {
        Object.assign(window, { unsubscribed: true })
        return true
      },
    })
    PushManager.prototype.getSubscription = async () => subscription
  })
  await signIn(page, origin, '990001')
  await waitForOfflineReady(page)
  await page.goto(`${origin}/me`)
  await page.evaluate(async () =>
    (await navigator.serviceWorker.ready).showNotification('只给甲班的话'),
  )
  await context.setOffline(true)
  await page.getByRole('button', { name: '解除绑定' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /解除/ }).click()
  await page.getByText('请先绑定').first().waitFor()
  await expect
    .poll(() =>
      page.evaluate(async () => [
        'unsubscribed' in window,
        (await (await navigator.serviceWorker.ready).getNotifications()).length,
      ]),
    )
    .toEqual([true, 0])
})
