import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  startBrowserTestCampus,
  signIn,
} from '../support/browser/browser-campus.ts'

let campus: BrowserTestCampus
let picture: Buffer

beforeAll(async () => {
  campus = await startBrowserTestCampus()
  // Red on the left, green in the middle, blue on the right.
  const part = (left: number, background: string) => ({
    input: { create: { width: 300, height: 300, channels: 3 as const, background } },
    left,
    top: 0,
  })
  picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#000' } })
    .composite([part(0, '#f00'), part(300, '#0f0'), part(600, '#00f')])
    .jpeg({ quality: 100 })
    .toBuffer()
})
afterAll(() => campus.close())

test('the part of the picture inside the fixed box is sent as a PNG of 150 by 150 pixels and appears on the home page [PRO-10 PRO-12 PRO-13]', async () => {
  const { origin, backend } = campus
  const phone = await campus.openPhone({ hasServiceWorker: false })
  const { page } = phone
  await signIn(page, origin, '880001')
  await page.goto(`${origin}/editpic/880001`)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({
    name: 'a.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  })
  await page.getByText('图片类型必须是gif、jpg、jpeg、png、bmp中的一种').waitFor()
  await page.getByRole('button', { name: '知道了' }).click()
  await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: picture })

  const stage = page.getByRole('application')
  await stage.waitFor()
  const box = async () => stage.locator('div').boundingBox()
  const before = await box()
  expect([before?.width, before?.height]).toEqual([150, 150])
  const middle = { x: (before?.x ?? 0) + 75, y: (before?.y ?? 0) + 75 }
  // The picture's green part fills the box; after the picture is dragged far to the left, its blue
  // part does.
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x - 170, middle.y, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('slider').fill('2')
  expect(await box()).toEqual(before)

  await page.getByRole('button', { name: '使用这张图片' }).click()
  await page.getByText('头像已更新').waitFor()
  const [stored] = await backend.db.selectFrom('avatar').selectAll().execute()
  expect(await sharp(stored?.bytes).metadata()).toMatchObject({
    format: 'png',
    width: 150,
    height: 150,
  })
  const { channels } = await sharp(stored?.bytes).stats()
  expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean / 255))).toEqual([0, 0, 1])

  await page.goto(`${origin}/`)
  const shown = page.getByRole('region', { name: '刘嘉怡' }).locator('img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(150)
  expectNoConsoleErrors(phone)
})
