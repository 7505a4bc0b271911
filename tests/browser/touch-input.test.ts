import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toChinaDay, toChinaYear } from '#server/platform/clock'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  startBrowserTestCampus,
  openTravelForm,
  signIn,
  submitForm,
} from '../support/browser/browser-campus.ts'
import type { BrowserPhone } from '../support/browser/chromium.ts'
import { openFeeStep, findPayButton } from '../support/browser/payment-sheet.ts'
import { resetPaymentsToUnpaid } from '../support/screens/payment-state.ts'

const NUMBER = '990001'

let campus: BrowserTestCampus
let phone: BrowserPhone
let student: BrowserPhone

beforeAll(async () => {
  campus = await startBrowserTestCampus()
  phone = await campus.openPhone({ height: 600 })
  await signIn(phone.page, campus.origin, NUMBER)
  student = await campus.openPhone()
  await signIn(student.page, campus.origin, '880001')
})
afterAll(() => campus.close())

test('after the first submission of a long form the first invalid field is visible above the bar, and so is the field that a summary link leads to', async () => {
  const { page } = phone
  await openTravelForm(page, campus.origin, NUMBER)
  await submitForm(page)
  await page.getByRole('link', { name: '请选择出发城市' }).waitFor()
  const isInViewport = () =>
    page.evaluate(() => {
      const field = document.activeElement?.getBoundingClientRect()
      const bar = document.querySelector('header')?.getBoundingClientRect()
      return (
        field !== undefined &&
        bar !== undefined &&
        field.top >= bar.bottom &&
        field.bottom <= innerHeight
      )
    })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('请选择')
  await expect.poll(isInViewport).toBe(true)
  await page.getByRole('link', { name: '请输入备注' }).click()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await expect.poll(isInViewport).toBe(true)
})

test('a link, a button and an answer look pressed until they are released', async () => {
  const { page } = student
  await page.goto(`${campus.origin}/me`)
  for (const control of [
    page.getByRole('link', { name: '全部应用' }),
    page.getByRole('button', { name: '解除绑定' }),
    page.locator('label').filter({ hasText: 'English' }),
  ]) {
    const opacity = () => control.evaluate((element) => Number(getComputedStyle(element).opacity))
    await control.hover()
    expect(await opacity()).toBe(1)
    await page.mouse.down()
    expect(await opacity()).toBeLessThan(1)
    // Released elsewhere, so that nothing is chosen.
    await page.mouse.move(1, 1)
    await page.mouse.up()
    expect(await opacity()).toBe(1)
  }
})

test('dates and times are shown in the app’s language, and a tap opens the phone’s own picker [TRV-02]', async () => {
  const { page } = phone
  await openTravelForm(page, campus.origin, NUMBER)
  const day = `${toChinaYear(new Date())}-09-01`
  await page.getByLabel('出发日期').fill(day)
  await page.getByLabel('到达时间').fill('14:30')
  await page.getByText(/^9月1日 周[一二三四五六日]$/).waitFor()
  await page.getByText('14:30', { exact: true }).waitFor()
  // The element that a tap on the text hits, and whether the browser's own format of the value is
  // visible.
  const under = await page.getByText(/^9月1日/).evaluate((words) => {
    const { left, top, height } = words.getBoundingClientRect()
    const hit = document.elementFromPoint(left + 10, top + height / 2)
    return (
      hit instanceof HTMLInputElement && {
        type: hit.type,
        value: hit.value,
        opacity: getComputedStyle(hit).opacity,
      }
    )
  })
  expect(under).toEqual({ type: 'date', value: day, opacity: '0' })
})

test('the text of every field is at least 16 px, so that no phone zooms in when the field gets the focus', async () => {
  const { page } = phone
  for (const path of [
    `/schoolInformation/2/${NUMBER}`,
    `/personalinformation/1/${NUMBER}`,
    '/schoolcalendar',
    `/changephonenum/${NUMBER}`,
  ]) {
    await page.goto(campus.origin + path)
    await page.locator('input').first().waitFor({ state: 'attached' })
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('input, select, textarea')]
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.outerHTML.slice(0, 80)),
    )
    expect(small, path).toEqual([])
  }
})

/**
 * Runs in the page: makes the opening of a sheet last until its animations are finished, however
 * slow the machine is.
 */
function holdTime(): void {
  const opening = performance.now()
  performance.now = () => opening
  new MutationObserver((_, observer) => {
    const held = document
      .getAnimations()
      .filter((one) => one instanceof CSSAnimation && one.animationName.includes('settle'))
    if (held.length === 0) return
    for (const animation of held) animation.pause()
    observer.disconnect()
  }).observe(document.body, { childList: true, subtree: true })
}

test('the second tap of a double tap on 缴费 presses nothing in the sheet that the first tap opens', async () => {
  const { page } = phone
  await resetPaymentsToUnpaid(campus.backend, `S${NUMBER}`)
  await openFeeStep(page, campus, NUMBER)
  await findPayButton(page).scrollIntoViewIfNeeded()
  // The button is at the place where the sheet will show the bank card.
  const tap = await findPayButton(page).boundingBox()
  if (tap === null) throw new Error('there is no button')
  const finger = { x: tap.x + tap.width / 2, y: tap.y + tap.height / 2 }
  await page.evaluate(holdTime)
  await page.touchscreen.tap(finger.x, finger.y)
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  await page.touchscreen.tap(finger.x, finger.y)
  await page.touchscreen.tap(20, 20)
  expect(await page.getByText('该功能暂未开放！').count()).toBe(0)
  expect(await sheet.isVisible()).toBe(true)
  await page.evaluate(() => {
    Reflect.deleteProperty(performance, 'now')
    for (const animation of document.getAnimations()) animation.finish()
  })
  await sheet.getByRole('button', { name: '银行卡' }).click()
  await page.getByText('该功能暂未开放！').waitFor()
  await sheet.getByRole('button', { name: '关闭' }).click()
  await sheet.waitFor({ state: 'hidden' })
})

test('the page shows beside the button why nothing was paid', async () => {
  const { page } = phone
  await findPayButton(page).waitFor()
  await phone.setOffline()
  await page.getByRole('button', { name: '联网后可缴费' }).click({ force: true })
  const reason = page.getByRole('alert').filter({ hasText: '当前网络不可用' })
  await reason.waitFor()
  const box = await reason.boundingBox()
  const button = await page.getByRole('button', { name: '联网后可缴费' }).boundingBox()
  if (box === null || button === null) throw new Error('nothing is shown')
  expect(box.y).toBeGreaterThanOrEqual(44)
  expect(box.y + box.height).toBeLessThanOrEqual(button.y)
  await phone.setOffline(false)
  expectNoConsoleErrors(phone)
})

/**
 * The rendered color at a position inside an element; the position is given as fractions of the
 * element's width and height.
 */
async function colourIn(place: Locator, [right, down]: readonly [number, number]): Promise<string> {
  const box = await place.boundingBox()
  if (box === null) throw new Error('it is not on the screen')
  const at = { x: box.x + box.width * right, y: box.y + box.height * down, width: 1, height: 1 }
  const { data } = await sharp(await place.page().screenshot({ clip: at }))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, 3)].join()
}

/** The lessons of the displayed week. */
const lessons = (page: Page) => page.locator('tbody td:not([inert] *)', { hasText: /\S/ })

test('a phone in landscape shows the lessons over the whole width, with the same text size as upright', async () => {
  const { page } = student
  await page.setViewportSize({ width: 812, height: 375 })
  await page.goto(`${campus.origin}/searchcourse/880001`)
  await lessons(page).first().waitFor()
  const seen = await lessons(page).evaluateAll(
    (all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length,
  )
  expect(seen).toBeGreaterThanOrEqual(3)
  expect(
    await page.evaluate(() => document.querySelector('table')?.getBoundingClientRect().width),
  ).toBeGreaterThan(700)
  await page.setViewportSize({ width: 375, height: 812 })
})

test('with forced colors the lessons, the fee bar and the calendar’s dots are visible, and controls have a border', async () => {
  const { page } = student
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${campus.origin}/searchcourse/880001`)
  const lesson = lessons(page).first()
  await lesson.waitFor()
  expect(await colourIn(lesson, [0.5, 0.005])).not.toBe(await colourIn(lesson, [0.5, 0.95]))
  await page.goto(`${campus.origin}/onlinefee/5/880001`)
  const bar = page.getByRole('img', { name: /^应缴/ })
  await bar.waitFor()
  expect(await colourIn(bar, [0.05, 0.5])).not.toBe(await colourIn(bar, [0.95, 0.5]))
  await bar.scrollIntoViewIfNeeded()
  await findPayButton(page).scrollIntoViewIfNeeded()
  const frame = await findPayButton(page).evaluate(
    (button) => getComputedStyle(button).borderTopWidth,
  )
  expect(Number.parseFloat(frame)).toBeGreaterThan(0)
  // Add an event on a day other than today, which is selected; some months of the demo have no
  // events.
  const today = toChinaDay(new Date())
  const day = `${today.slice(0, 8)}${today.endsWith('15') ? '16' : '15'}`
  const event = {
    first_day: day,
    last_day: day,
    title: '运动会',
    title_en: 'Sports',
    holiday: false,
  }
  await campus.backend.db.insertInto('calendar_event').values(event).execute()
  await page.goto(`${campus.origin}/schoolcalendar`)
  const dot = page.getByRole('button', { pressed: false }).locator('i').first()
  await dot.waitFor()
  expect(await colourIn(dot, [0.5, 0.5])).not.toBe(await colourIn(dot, [-2, 0.5]))
})

test('a truncated picture and a picture in an undecodable format get different messages [PHO-03]', async () => {
  const { page } = phone
  await page.goto(`${campus.origin}/uploadPic`)
  await page.getByRole('button', { name: '同意并继续' }).click()
  const whole = await sharp({
    create: { width: 600, height: 800, channels: 3, background: '#864' },
  })
    .jpeg({ quality: 100 })
    .toBuffer()
  const give = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  await give('a.jpg', whole.subarray(0, Math.floor(whole.length / 2)))
  await page.getByText('照片不完整，可能没有下载完，请重新选择').waitFor()
  await give(
    'b.jpg',
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]),
  )
  await page.getByText('这里打不开HEIC格式的照片').waitFor()
  await give('c.jpg', Buffer.from('no picture at all'))
  await page.getByText('照片无法读取，请重新选择').waitFor()
  await give('d.jpg', whole)
  await page.getByText('将上传 600 × 800 像素').waitFor()
})
