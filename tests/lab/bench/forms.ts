import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { toChinaYear } from '#server/platform/clock'
import { startApp } from '../../support/browser/hydration.ts'
import { startBenchCampus } from './bench-campus.ts'
import { openEmptyPhone } from './empty-phone.ts'
import type { Measurement } from './measurements.ts'

const STUDENT = '990001'
const SLOWDOWN = 4
const LIMITS = { picker: 100, saved: 100, photo: 2000, photoKb: 400 }
const SAVED = '已保存在本机，尚未提交'

declare const window: Window & { came?: Promise<number> }

/**
 * Measure what a user waits for in forms: the region picker, the confirmation that a form is saved,
 * and the reduction of a large photo.
 */
export async function measureForms(rounds: number): Promise<Measurement[]> {
  const campus = await startBenchCampus()
  const picture = await largePhoto()
  const took: Record<keyof typeof LIMITS, number[]> = {
    picker: [],
    saved: [],
    photo: [],
    photoKb: [],
  }
  try {
    for (let round = 0; round < rounds; round++) {
      const phone = await openEmptyPhone()
      const page = await phone.context.newPage()
      await page.addInitScript('globalThis.__name = (named) => named')
      await bindStudent(page, campus.address)
      const photo = await choosePhoto(page, campus.address, picture)
      took.photo.push(photo.ms)
      took.photoKb.push(photo.kb)
      await phone.context.setOffline(true)
      const travel = await submitTravel(page, campus.address)
      took.picker.push(travel.picker)
      took.saved.push(travel.saved)
      await phone.close()
    }
  } finally {
    await campus.close()
  }
  const figure = (
    name: string,
    key: keyof typeof LIMITS,
    unit: Measurement['unit'] = 'ms',
  ): Measurement => ({
    name: `form: ${name}, against ${LIMITS[key]} ${unit}`,
    unit,
    ours: took[key],
    floor: took[key].map(() => LIMITS[key]),
    limit: 1,
  })
  return [
    figure('the region picker is open, offline', 'picker'),
    figure('the word that it is saved, offline', 'saved'),
    figure('a photo of 6 MB is ready to send, slowed down four times', 'photo'),
    figure('what is sent of it', 'photoKb', 'KB'),
  ]
}

/**
 * A photo of twelve megapixels with as much detail as a camera's, so that it does not compress
 * well.
 */
async function largePhoto(): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  const noise = await sharp(randomBytes(1000 * 750 * 3), {
    raw: { width: 1000, height: 750, channels: 3 },
  })
    .resize(width, height)
    .blur(1.2)
    .jpeg({ quality: 97 })
    .toBuffer()
  console.error(`a photo of ${(noise.length / 2 ** 20).toFixed(1)} MB`)
  return noise
}

/** Bind a person with the help panel, and wait until the app is stored on the phone. */
export async function bindStudent(page: Page, origin: string, student = STUDENT): Promise<void> {
  await page.goto(`${origin}/login`)
  await startApp(page)
  await page.getByText(student).click()
  // The form of staff can appear before the form of students has gone.
  await page.locator('main form button[type="submit"]:visible').last().click()
  await page.getByText('已就绪').waitFor()
}

async function choosePhoto(
  page: Page,
  origin: string,
  buffer: Buffer,
): Promise<{ ms: number; kb: number }> {
  await page.goto(`${origin}/uploadPic`)
  const input = page.locator('input[type="file"]')
  // The first round's student still has to agree.
  const agree = page.getByRole('button', { name: '同意并继续' })
  await agree.or(input).first().waitFor({ state: 'attached' })
  if (await agree.isVisible()) await agree.click()
  await input.waitFor({ state: 'attached' })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await expectText(page, { event: 'change', words: '将上传' })
  await input.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  const ms = await readElapsedMs(page)
  const said = await page.getByText('将上传').innerText()
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { ms, kb: Number(/(\d+) KB/.exec(said)?.[1]) }
}

async function submitTravel(
  page: Page,
  origin: string,
): Promise<{ picker: number; saved: number }> {
  await page.goto(`${origin}/schoolInformation/2/${STUDENT}`)
  const city = page.getByLabel('出发城市')
  await city.waitFor()
  await expectText(page, { event: 'click', words: '四川省' })
  await city.click()
  const picker = await readElapsedMs(page)
  for (const name of ['四川省', '成都市', '武侯区'])
    await page.getByRole('listitem').getByRole('button', { name, exact: true }).click()
  const year = toChinaYear(new Date())
  await page.getByLabel('出发日期').fill(`${year}-08-27`)
  await page.getByLabel('到达日期').fill(`${year}-08-28`)
  await page.getByLabel('到达时间').fill('14:30')
  await page.getByLabel('出行方式').click()
  await page.getByRole('radio', { name: '火车' }).click()
  await page.getByLabel('随行人数').fill('2')
  await page.getByLabel('备注').fill('带了一把吉他')
  await page.getByText('不公开', { exact: true }).click()
  await expectText(page, { event: 'click', words: SAVED })
  await page.getByRole('button', { name: '提交', exact: true }).click()
  return { picker, saved: await readElapsedMs(page) }
}

/** Measure the time from the next event of this type to the frame that shows this text. */
export const expectText = (page: Page, wanted: { event: string; words: string }): Promise<void> =>
  page.evaluate(({ event, words }) => {
    window.came = new Promise((resolve) => {
      const follow = ({ timeStamp }: Event) => {
        const look = () =>
          document.body.innerText.includes(words)
            ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
            : void setTimeout(look, 5)
        look()
      }
      document.addEventListener(event, follow, { capture: true, once: true })
    })
  }, wanted)

/** The measured time in ms. */
export const readElapsedMs = async (page: Page): Promise<number> =>
  (await page.evaluate(() => window.came)) ?? Number.NaN
