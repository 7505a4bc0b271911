import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  startBrowserTestCampus,
  signIn,
} from '../support/browser/browser-campus.ts'
import { waitForBriefText, waitForOfflineReady } from '../support/browser/chromium.ts'
import { readStoredData } from '../support/browser/stored-data.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

let campus: BrowserTestCampus
let receipt: Buffer
/** A picture with noise as from a camera in a dark room, which no codec can compress. */
let noisy: Buffer

beforeAll(async () => {
  campus = await startBrowserTestCampus()
  const pictureText = Buffer.from(
    '<svg width="3000" height="2000"><text x="300" y="900" font-size="300">4401</text></svg>',
  )
  receipt = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#eee' } })
    .composite([{ input: pictureText }])
    .png()
    .toBuffer()
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const
  noisy = await sharp({
    create: { width: 1600, height: 1200, channels: 3, background: '#888', noise: grain },
  })
    .jpeg({ quality: 70 })
    .toBuffer()
})
afterAll(() => campus.close())

test('a student applies for a loan, a reviewer rejects it on a wide screen, the student corrects it, and the reviewer approves it on a phone [GRN-04 GRN-14 GRN-26 GRN-28 AUD-16 D-73]', async () => {
  const { origin, backend } = campus
  const student = await campus.openPhone({ hasServiceWorker: false })
  const { page } = student
  await signIn(page, origin, '990001')
  await page.goto(`${origin}/loan/990001`)
  await page.getByRole('button', { name: '贷款金额' }).click()
  await page.getByRole('radio', { name: '¥ 8,000.00' }).click()
  await page.getByLabel('借款合同号').fill('44012026001')
  await page.getByLabel('回执校验码').fill('AB12')
  await page
    .getByLabel('照片 国开行贷款回执单', { exact: true })
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: receipt })
  await page.getByText('将上传 1600 × 1067 像素').waitFor()
  // A phone may end the page while the photo album is open; fields and picture are restored.
  await page.reload()
  await page.getByText('已恢复上次没有提交的草稿').waitFor()
  await page.getByText('将上传 1600 × 1067 像素').waitFor()
  expect(
    await page
      .getByRole('img', { name: '将要上传的照片' })
      .evaluate((shown: HTMLImageElement) => shown.decode()),
  ).toBeUndefined()
  expect(await page.getByLabel('回执校验码').inputValue()).toBe('AB12')
  const drafts = async () => (await page.evaluate(readStoredData))['baodao-outbox/drafts']
  expect(JSON.stringify(await drafts())).not.toMatch(/\d{17}[\dX]/)
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.getByText('待审核', { exact: true }).waitFor()
  await expect.poll(drafts).toEqual([])
  const [image] = await backend.db
    .selectFrom('image')
    .selectAll()
    .where('student_code', '=', 'S990001')
    .execute()
  expect(await sharp(image?.bytes).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1600,
    height: 1067,
  })

  const desk = await campus.openPhone({ width: 1280, height: 800, hasServiceWorker: false })
  await signIn(desk.page, origin, 'T3001')
  // Every page of a reviewer has the text size of a wide screen (XC-29).
  const letters = () =>
    desk.page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  expect(await letters()).toBe('16px')
  await desk.page.goto(`${origin}/checkloan?status=0`)
  await desk.page.getByRole('table').getByRole('link', { name: '陈晓雨' }).click()
  await desk.page.getByRole('heading', { level: 2, name: '陈晓雨' }).waitFor()
  expect(await letters()).toBe('16px')
  await desk.page.getByRole('button', { name: '回执单照片不清晰' }).click()
  const told = waitForBriefText(desk.page, '审核已提交，下一份：', 'body')
  await desk.page.getByRole('button', { name: '提交审核' }).click()
  await told
  expectNoConsoleErrors(desk)

  await page.reload()
  await page.getByText('回执单照片不清晰').waitFor()
  await page.getByRole('button', { name: '重新提交' }).click()
  await page.getByText('将上传 1600 × 1067 像素').waitFor()
  expect(await page.getByLabel('借款合同号').inputValue()).toBe('44012026001')
  await page.getByLabel('回执校验码').fill('AB13')
  // On a weak signal the app makes pictures smaller and shows the progress of the upload.
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g' } }),
  )
  await page
    .getByLabel('照片 国开行贷款回执单', { exact: true })
    .setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: noisy })
  await page.getByText(/将上传 \d+ × \d+ 像素，(1[01]\d|120|\d\d) KB/).waitFor()
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.getByText('待审核', { exact: true }).waitFor()
  const pictures = await backend.db
    .selectFrom('image')
    .select('bytes')
    .where('student_code', '=', 'S990001')
    .execute()
  const smallest = await Promise.all(pictures.map(({ bytes }) => sharp(bytes).metadata()))
  expect(Math.min(...smallest.map(({ width }) => width))).toBeLessThanOrEqual(1280)

  const phone = await campus.openPhone({ hasServiceWorker: false })
  await signIn(phone.page, origin, 'T3001')
  await phone.page.goto(`${origin}/checkloan?status=0`)
  await phone.page.getByRole('link', { name: '陈晓雨' }).click()
  await phone.page.getByText('AB13').waitFor()
  await phone.page.getByText('审核通过', { exact: true }).click()
  const next = waitForBriefText(phone.page, '审核已提交，下一份：', 'body')
  await phone.page.getByRole('button', { name: '提交审核' }).click()
  await next
  await page.reload()
  await page.getByText('审核通过', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /撤回|重新提交/ }).count()).toBe(0)
  expectNoConsoleErrors(student)
  expectNoConsoleErrors(phone)
})

test('a pinch and a double tap zoom a picture, and Back closes the picture [AUD-06]', async () => {
  const phone = await campus.openPhone({ hasServiceWorker: false })
  const { page, context } = phone
  await signIn(page, campus.origin, 'T3001')
  await page.goto(`${campus.origin}/loanDetile/S990003`)
  await page.getByRole('button', { name: '放大查看 国开行贷款回执单' }).click()
  const zoom = page.getByRole('dialog', { name: '国开行贷款回执单' })
  const size = zoom.getByRole('button', { name: '显示整张' })
  await size.waitFor()
  const devtools = await context.newCDPSession(page)
  const fingers = async (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) => {
    const touchPoints =
      apart === undefined ? [] : [180 - apart, 180 + apart].map((x, id) => ({ x, y: 300, id }))
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  await fingers('touchStart', 40)
  for (let apart = 45; apart <= 80; apart += 5) await fingers('touchMove', apart)
  await fingers('touchEnd')
  await expect.poll(() => size.innerText()).toBe('200%')
  await size.click()
  await expect.poll(() => size.innerText()).toBe('100%')
  // On a busy machine two taps can be too far apart for a double tap; then they are repeated.
  for (const shown of ['250%', '100%'])
    await waitUntil(async () => {
      if ((await size.innerText()) !== shown) {
        await page.touchscreen.tap(150, 300)
        await page.touchscreen.tap(150, 300)
      }
      expect(await size.innerText()).toBe(shown)
    }, 400)
  await page.goBack()
  await zoom.waitFor({ state: 'detached' })
  expect(page.url()).toBe(`${campus.origin}/loanDetile/S990003`)
  expectNoConsoleErrors(phone)
})

test('scrolling loads more of the list; without a network neither the page nor the phone’s storage has any of the list [AUD-05 AUD-18 GRN-47]', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await signIn(page, campus.origin, 'T3001')
  await waitForOfflineReady(page)
  await page.goto(`${campus.origin}/checkloan`)
  const rows = page.getByRole('main').getByRole('link')
  // The second ten rows may already be visible.
  await rows.nth(9).waitFor()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 5000)
      return rows.count()
    })
    .toBeGreaterThan(20)
  await page.goto(`${campus.origin}/loanDetile/S990003`)
  await page.getByRole('img', { name: '国开行贷款回执单' }).waitFor()
  expect(JSON.stringify(await page.evaluate(readStoredData))).not.toMatch(/王思远|44012026990003/)
  await phone.setOffline()
  await page.reload()
  await page.getByText('当前网络不可用，请联网后再操作').waitFor()
  expect(await page.getByText('王思远').count()).toBe(0)
})
