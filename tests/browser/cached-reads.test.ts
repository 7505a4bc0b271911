import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  cutNetwork,
  startBrowserTestCampus,
  restoreNetwork,
  signIn,
} from '../support/browser/browser-campus.ts'
import { type BrowserPhone, waitForOfflineReady } from '../support/browser/chromium.ts'
import { readStoredData } from '../support/browser/stored-data.ts'
import { isLongRun } from '../support/setup/long-run.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

/** Every further page opens a minute later, so cached reads are stale and are loaded again. */
const aMinuteLater = ({ context }: BrowserPhone) =>
  context.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 60_000
  })

test.runIf(isLongRun)(
  'the fifth offline start shows the same cached data as the first [OFF-06 OFF-07 HOME-12]',
  async () => {
    const { origin } = campus
    const profileDir = await campus.createProfileDir()
    const before = await campus.openPhone({ profileDir })
    await signIn(before.page, origin, '880001')
    const common = (phone: BrowserPhone) => phone.page.getByRole('link', { name: '我的宿舍' })
    await common(before).waitFor()
    await waitForOfflineReady(before.page)
    await before.page.goto(`${origin}/searchscore/880001`)
    // One table lists the courses of a term, the other the grades behind the chart of all terms.
    const tables = ({ page }: BrowserPhone) => page.getByRole('table').allInnerTexts()
    // Each term is read separately, shown when it arrives and cached a moment later, so the table
    // grows until the last term has arrived.
    const kept = async (name: string) =>
      Object.values(await before.page.evaluate(readStoredData))
        .flat()
        .filter(({ key }) => key.includes(`"${name}"`))
    const unkept = async () => {
      const [known] = (await kept('grade-terms')).map(({ value }) =>
        value.match(/\d+-\d+学年第.学期/g),
      )
      const keys = (await kept('grades')).map(({ key }) => key)
      return known?.filter((term) => !keys.some((key) => key.includes(term)))
    }
    await expect.poll(unkept).toEqual([])
    const grades = await tables(before)
    expect(grades.length).toBe(2)
    await before.page.goto(`${origin}/onlinefee/5/880001`)
    const owed = before.page.getByText(/¥/).first()
    await owed.waitFor()
    const fees = await owed.innerText()
    await before.context.close()

    const phone = await campus.openPhone({ profileDir })
    const { page } = phone
    await aMinuteLater(phone)
    await cutNetwork(campus, phone)
    for (let start = 1; start <= 5; start++) {
      await page.goto(origin)
      await common(phone).waitFor()
      expect(await page.getByText('显示的是内置列表').count(), `start ${start}`).toBe(0)
      await page.goto(`${origin}/searchscore/880001`)
      await page.getByText(/成绩查询更新于/).waitFor()
      await expect.poll(() => tables(phone), { message: `start ${start}` }).toEqual(grades)
      await page.goto(`${origin}/onlinefee/5/880001`)
      expect(await page.getByText(/¥/).first().innerText(), `start ${start}`).toBe(fees)
    }
    expectNoConsoleErrors(phone)
  },
)

test('the app shows "ready" only when all data is cached; then a student who has finished all steps sees the arrival code at every offline start [D-30 D-103]', async () => {
  const { origin, proxy } = campus
  await proxy.setFault('pass')
  proxy.addRule(/uniSele\/colo/, 'reset-before')
  const phone = await campus.openPhone()
  const { page } = phone
  await signIn(page, origin, '990002')
  const code = page.getByRole('button', { name: '我的报到码' })
  await code.waitFor()
  await waitForOfflineReady(page)
  await page.getByText(/正在保存到这部手机（\d+\/\d+）/).waitFor()
  expect(await page.getByText('已就绪').count()).toBe(0)
  proxy.clearRules()
  // The app tries the weak network again without a tap and loads the missing reads.
  await page.getByText('已就绪').waitFor()

  await aMinuteLater(phone)
  await cutNetwork(campus, phone)
  for (let start = 1; start <= 5; start++) {
    await page.goto(origin)
    await code.waitFor()
  }
  await page.getByText('已就绪').waitFor()
  await page.goto(`${origin}/welcome/990002`)
  await page.getByRole('link', { name: /到校信息/ }).waitFor()
  await page.goto(`${origin}/militaryTrainingClothing/4/990002`)
  await page.getByText('165', { exact: true }).first().waitFor()

  // A page that is useless offline was never prefetched; the page says that it needs a network, and
  // loads when there is one.
  await page.goto(`${origin}/recharge/990002`)
  await page.getByRole('heading', { level: 1, name: '网上缴费' }).waitFor()
  await page.getByText('“网上缴费”需要联网').waitFor()
  await page.getByRole('link', { name: '报到步骤' }).waitFor()
  await restoreNetwork(campus, phone)
  await page.getByText('“网上缴费”需要联网').waitFor({ state: 'hidden' })
  await page.getByText(/¥/).first().waitFor()
  expectNoConsoleErrors(phone, [/dynamically imported module|preload CSS/])
})
