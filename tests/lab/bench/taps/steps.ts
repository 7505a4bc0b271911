import { CAMPUS_HEADER, CAMPUS_HEADER_VALUE } from '#contract/headers-and-cookies'
import { readElapsedMs, expectText } from '../forms.ts'
import { traceMainThread } from './main-thread-trace.ts'
import {
  waitUntilIdle,
  waitUntilSettled,
  measureWithSlowCpu,
  CPU_SLOWDOWN,
  type TapSession,
} from './tap-session.ts'

declare const window: Window & { eventDurations: { ms: number }[]; longest: number }

/** The number of family members that are typed in. */
export const FAMILY_MEMBERS = 5
/** The number of notices in the list that is scrolled. */
export const NOTICE_COUNT = 1000
const TYPED = 'abcdefghijkl'

type Step = TapSession & { readonly student: string }

/**
 * The slowest reaction to a key, in the last of several family members. With `cpu` it is the CPU
 * time of the main thread until the frame.
 */
export async function measureFamilyTyping(step: Step, cpu: boolean): Promise<number> {
  const { page, devtools, origin, student } = step
  await page.goto(`${origin}/personalinformation/1/${student}`)
  await waitUntilSettled(page)
  const members = page.getByLabel('姓名', { exact: true })
  for (let have = await members.count(); have < FAMILY_MEMBERS; have = await members.count())
    await page.getByRole('button', { name: /添加/ }).last().click()
  await members.last().click()
  if (cpu) {
    let slowest = 0
    for (const letter of TYPED) {
      const untilFrame = await traceMainThread(devtools, async () => {
        await page.keyboard.press(letter)
        await waitUntilIdle(page)
      })
      slowest = Math.max(slowest, Math.round((untilFrame ?? Number.NaN) * CPU_SLOWDOWN))
    }
    return slowest
  }
  const { eventDurations, work } = await measureWithSlowCpu(step, () =>
    page.keyboard.type(TYPED, { delay: 100 }),
  )
  console.error(
    `${Math.round(work / TYPED.length)} ms of work a key with ${FAMILY_MEMBERS} members`,
  )
  return Math.max(
    0,
    ...eventDurations.filter(({ what }) => /^(key|input|before)/.test(what)).map(({ ms }) => ms),
  )
}

/** The time from the tap to the next frame, and to the frame that shows the regions. */
export async function measureRegionPicker({
  page,
  devtools,
  origin,
  student,
}: Step): Promise<{ answer: number; regions: number }> {
  await page.goto(`${origin}/schoolInformation/2/${student}`)
  const city = page.getByLabel('出发城市')
  await city.waitFor()
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await expectText(page, { event: 'click', words: '四川省' })
  await city.tap()
  const regions = await readElapsedMs(page)
  const answer = await page.evaluate(() =>
    Math.max(0, ...window.eventDurations.map(({ ms }) => ms)),
  )
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { answer, regions }
}

/** The longest task while a list scrolls that is longer than the campus sends in one answer. */
export async function measureNoticeScroll(step: Step): Promise<number> {
  const { page, devtools, origin } = step
  const records = Array.from({ length: NOTICE_COUNT }, (_, at) => ({
    id: String(at),
    title: `第 ${at} 条通知：关于新生入学报到的安排`,
    publishTime: '2026-09-01 08:00',
    isRead: at % 2 === 0,
  }))
  await page.route('**/api/notice/findNotice', (route) =>
    route.fulfill({
      headers: { [CAMPUS_HEADER]: CAMPUS_HEADER_VALUE },
      json: { code: 0, results: { records, total: NOTICE_COUNT } },
    }),
  )
  await page.goto(`${origin}/notice`)
  await page.getByText(`第 ${NOTICE_COUNT - 1} 条通知`).waitFor()
  await page.evaluate(() => void (window.longest = 0))
  const scroll = { x: 190, y: 600, yDistance: -20_000, speed: 4000 }
  const { work } = await measureWithSlowCpu(step, () =>
    devtools.send('Input.synthesizeScrollGesture', scroll),
  )
  console.error(`${work} ms of work in five seconds of scrolling ${NOTICE_COUNT} notices`)
  const ms = await page.evaluate(() => window.longest)
  await page.unroute('**/api/notice/findNotice')
  return ms
}
