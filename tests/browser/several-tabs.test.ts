import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  fillTravelForm,
  cutNetwork,
  startBrowserTestCampus,
  openTravelForm,
  locateOutboxTab,
  restoreNetwork,
  signIn,
  submitForm,
  findTravelRecord,
} from '../support/browser/browser-campus.ts'
import { type BrowserPhone, waitForOfflineReady } from '../support/browser/chromium.ts'
import { findPersonalData } from '../support/browser/personal-data.ts'
import { isLongRun } from '../support/setup/long-run.ts'

let campus: BrowserTestCampus
const writes = /TravelInformation\/(add|update)/

beforeEach(async () => {
  campus = await startBrowserTestCampus()
  return () => campus.close()
})

/** An offline phone of 990001 with a waiting form. */
async function phoneWithWaitingForm(): Promise<BrowserPhone> {
  const { origin } = campus
  const phone = await campus.openPhone()
  const { page } = phone
  await signIn(page, origin, '990001')
  await waitForOfflineReady(page)
  await openTravelForm(page, origin)
  await cutNetwork(campus, phone)
  await fillTravelForm(page)
  await submitForm(page)
  const told = page.getByRole('dialog', { name: '已保存在本机，尚未提交' })
  await told
    .getByRole('button', { name: '查看待提交' })
    .or(told.getByRole('link', { name: '查看待提交' }))
    .click()
  await page.getByRole('listitem').getByText('待提交', { exact: true }).waitFor()
  return phone
}

/** Another tab of the same phone. */
async function openTab({ context }: BrowserPhone, path: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(campus.origin + path)
  return tab
}

test('when two tabs and the service worker get the network at the same moment, the form arrives once [OFF-15 OFF-16]', async () => {
  const phone = await phoneWithWaitingForm()
  const second = await openTab(phone, '/outbox')
  await second.getByRole('listitem').getByText('待提交', { exact: true }).waitFor()
  await campus.proxy.setFault('pass')
  await phone.setOffline(false)
  for (const tab of [phone.page, second]) {
    await tab.getByRole('heading', { name: '学校已收到' }).waitFor()
    await locateOutboxTab(tab, 0).waitFor()
  }
  const { records, answers } = await findTravelRecord(campus, '990001')
  expect(records).toMatchObject([{ version: 1 }])
  expect(answers).toHaveLength(1)
  expect(campus.proxy.count(writes).came).toBe(1)
  expectNoConsoleErrors(phone)
})

test.runIf(isLongRun)(
  'when the sending tab is closed before the answer, another tab sends the form [OFF-15 OFF-16]',
  async () => {
    const { origin, proxy } = campus
    // This test is about tabs only, and a service worker would also send.
    const phone = await campus.openPhone({ hasServiceWorker: false })
    const { page } = phone
    await signIn(page, origin, '990001')
    await openTravelForm(page, origin)
    proxy.addRule(writes, 'stall', 1)
    await fillTravelForm(page)
    await submitForm(page)
    await expect.poll(() => proxy.count(writes).came).toBe(1)
    const second = await openTab(phone, '/outbox')
    await second.getByRole('listitem').getByText('提交中', { exact: true }).waitFor()
    expect(proxy.count(writes).came).toBe(1)
    await page.close()
    await second.getByRole('heading', { name: '学校已收到' }).waitFor()
    const { records, answers } = await findTravelRecord(campus, '990001')
    expect(records).toMatchObject([{ version: 1 }])
    expect(answers).toHaveLength(1)
    expectNoConsoleErrors(phone)
  },
)

test('unbinding offline asks about waiting items, then deletes all personal data, for every tab [ID-24 ID-25 OFF-09]', async () => {
  const phone = await phoneWithWaitingForm()
  const { page } = phone
  const second = await openTab(phone, '/')
  await second.getByText('陈晓雨').first().waitFor()
  await page.goto(`${campus.origin}/me`)
  await page.getByRole('button', { name: '解除绑定' }).click()
  const asked = page.getByRole('dialog', { name: '温馨提示：' })
  await asked.getByText('还有 1 份内容没有提交给学校，解除绑定会丢失。').waitFor()
  await asked.getByText(/现在(没有网络|连不上学校)/).waitFor()
  await asked.getByRole('button', { name: '取消' }).click()
  await asked.waitFor({ state: 'hidden' })
  expect((await findPersonalData(page)).length).toBeGreaterThan(3)

  await page.getByRole('button', { name: '解除绑定' }).click()
  await asked.getByRole('button', { name: '放弃并解除绑定' }).click()
  for (const tab of [page, second]) {
    await tab.getByText('未绑定').first().waitFor()
    await expect
      .poll(() =>
        findPersonalData(tab).then((found) =>
          found.filter((one) => !/^\w+Storage start-up/.test(one)),
        ),
      )
      .toEqual([])
    expect((await findPersonalData(tab)).join()).not.toMatch(/陈晓雨|(?<!\d)990001(?!\d)|11010120/)
  }
  await restoreNetwork(campus, phone)
  await page.getByRole('heading', { level: 2, name: '我的常用' }).waitFor()
  expect((await findTravelRecord(campus, '990001')).records).toEqual([])
  expectNoConsoleErrors(phone)
})

test('unbinding with a network ends the session on the campus, and the next student on this phone sees no data of the first student [ID-24 ID-25]', async () => {
  const { origin, proxy } = campus
  const phone = await campus.openPhone()
  const { page } = phone
  await signIn(page, origin, '880001')
  await page.goto(`${origin}/searchcourse/880001`)
  await page.getByRole('table').waitFor()
  await page.goto(origin)
  await page.getByRole('button', { name: '解除绑定' }).click()
  await page.getByRole('button', { name: '确定解除' }).click()
  await page.getByText('未绑定').first().waitFor()
  await expect.poll(() => proxy.count('/api/binding/cleanOpenId').forwarded).toBe(1)
  // The app calls the campus after the unbinding, while the page continues.
  const open = () =>
    campus.backend.db.selectFrom('session').selectAll().where('ended_at', 'is', null).execute()
  await expect.poll(open).toEqual([])
  expect((await findPersonalData(page)).join()).not.toMatch(/刘嘉怡|(?<!\d)880001(?!\d)|11010120/)
  await signIn(page, origin, '880003')
  await page.getByText('周浩然').first().waitFor()
  expect((await findPersonalData(page)).join()).not.toMatch(/刘嘉怡|(?<!\d)880001(?!\d)/)
  expectNoConsoleErrors(phone)
})

/** Another tab that can be suspended; messages of other tabs wait until the tab is resumed. */
async function openSleeper({ context }: BrowserPhone, path: string) {
  const tab = await context.newPage()
  await tab.addInitScript(() => {
    let late: (() => void)[] | undefined
    addEventListener('evening', () => (late = []))
    addEventListener('morning', () => {
      late?.forEach((hear) => hear())
      late = undefined
    })
    const listen = BroadcastChannel.prototype.addEventListener
    BroadcastChannel.prototype.addEventListener = function (
      this: BroadcastChannel,
      type: string,
      hear: (event: Event) => void,
    ) {
      listen.call(this, type, (event: Event) => {
        if (late === undefined) hear(event)
        else late.push(() => hear(event))
      })
    }
  })
  await tab.goto(campus.origin + path)
  const tell = (hour: string) => tab.evaluate((name) => void dispatchEvent(new Event(name)), hour)
  return { tab, sleep: () => tell('evening'), wake: () => tell('morning') }
}

test.runIf(isLongRun)(
  'a tab that was suspended during an unbinding deletes no data of the student who is bound afterwards [OFF-09 OFF-20]',
  async () => {
    const { origin } = campus
    const phone = await phoneWithWaitingForm()
    const { page } = phone
    const { tab, sleep, wake } = await openSleeper(phone, '/')
    await tab.getByText('陈晓雨').first().waitFor()
    await locateOutboxTab(tab, 1).waitFor()
    await sleep()
    await page.bringToFront()
    await page.goto(`${origin}/me`)
    await page.getByRole('button', { name: '解除绑定' }).click()
    await page.getByRole('button', { name: '放弃并解除绑定' }).click()
    await page.getByText('未绑定').first().waitFor()
    await restoreNetwork(campus, phone)
    await signIn(page, origin, '990003')
    await openTravelForm(page, origin, '990003')
    await cutNetwork(campus, phone)
    await fillTravelForm(page)
    await submitForm(page)
    await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()

    await wake()
    await tab.getByText('王思远').first().waitFor()
    await locateOutboxTab(tab, 1).waitFor()
    expect(await tab.getByText('陈晓雨').count()).toBe(0)
    await restoreNetwork(campus, phone)
    await locateOutboxTab(tab, 0).waitFor()
    expect((await findTravelRecord(campus, '990003')).records).toMatchObject([{ version: 1 }])
    expect((await findTravelRecord(campus, '990001')).records).toEqual([])
    expectNoConsoleErrors(phone)
  },
)

test('a waiting item is never sent as another student, and is sent when its own student is bound again [OFF-20]', async () => {
  const phone = await phoneWithWaitingForm()
  const { page } = phone
  const { origin, backend } = campus
  // The campus ends the first session, as when the student binds another phone.
  await backend.db.deleteFrom('session').execute()
  await restoreNetwork(campus, phone)
  await page.goto(origin)
  await page.getByText('登录已失效，请重新绑定').first().waitFor()
  await signIn(page, origin, '990005')
  await locateOutboxTab(page, 0).waitFor()
  await page.goto(`${origin}/outbox`)
  await page.getByText('没有待提交的内容').waitFor()
  expect((await findTravelRecord(campus, '990001')).records).toEqual([])

  await backend.db.deleteFrom('session').execute()
  await page.goto(origin)
  await page.getByText('登录已失效，请重新绑定').first().waitFor()
  await signIn(page, origin, '990001')
  await page.goto(`${origin}/outbox`)
  await page.getByRole('heading', { name: '学校已收到' }).waitFor()
  expect((await findTravelRecord(campus, '990001')).records).toMatchObject([{ version: 1 }])
  expect((await findTravelRecord(campus, '990001')).answers).toHaveLength(1)
  expectNoConsoleErrors(phone)
})
