import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  cutNetwork,
  expectNoConsoleErrors,
  fillTravelForm,
  findTravelRecord,
  locateOutboxTab,
  openTravelForm,
  restoreNetwork,
  signIn,
  startBrowserTestCampus,
  submitForm,
} from '../support/browser/browser-campus.ts'
import { type BrowserPhone, waitForOfflineReady } from '../support/browser/chromium.ts'
import { isLongRun } from '../support/setup/long-run.ts'

let campus: BrowserTestCampus

beforeEach(async () => {
  campus = await startBrowserTestCampus()
  return () => campus.close()
})

/** The calls that only the preparation of the phone makes at a start of home. */
const PREPARATION = /uniSele|guide\/find|calendar\/find/

/** The transactions of this page on the outbox's database, as their stores and their mode. */
const outboxTransactionsOf = (page: Page) => page.evaluate(() => window.outboxTransactions ?? [])

declare const window: Window & { outboxTransactions?: string[] }

function recordTransactions(): void {
  const seen: string[] = []
  window.outboxTransactions = seen
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const names = typeof stores === 'string' ? [stores] : [...stores]
    if (this.name === 'baodao-outbox') seen.push(`${names.join()} ${mode}`)
    return transaction.call(this, stores, mode, options)
  }
}

/** The note of an idle outbox, which the next start reads. */
const findIdleNote = (page: Page) => page.evaluate(() => localStorage.getItem('outboxIdle'))

/** A bound phone on which everything is stored and nothing waits, as after a first visit. */
async function openPreparedPhone(number: string): Promise<BrowserPhone> {
  const phone = await campus.openPhone()
  await phone.context.addInitScript(recordTransactions)
  await signIn(phone.page, campus.origin, number)
  await waitForOfflineReady(phone.page)
  await phone.page.getByText('已就绪').waitFor()
  await expect.poll(() => findIdleNote(phone.page)).not.toBeNull()
  return phone
}

/** Opens home as at the next start, and waits until the outbox has been looked at. */
async function startAgain(page: Page): Promise<void> {
  await page.goto(campus.origin)
  await page.getByText('已就绪').waitFor()
  await expect.poll(() => outboxTransactionsOf(page)).not.toEqual([])
}

test.runIf(isLongRun)(
  'a start with nothing waiting makes one transaction on the outbox and checks no copy, until a form is opened [OFF-14 D-103]',
  async () => {
    const phone = await openPreparedPhone('990001')
    const { page } = phone
    const before = campus.proxy.count(PREPARATION).came
    await startAgain(page)
    // Opened after the start, so that everything the start begins has begun.
    await page.getByRole('link', { name: '我的', exact: true }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await outboxTransactionsOf(page)).toEqual(['items,receipts,bearer readonly'])
    expect(campus.proxy.count(PREPARATION).came).toBe(before)
    await openTravelForm(page, campus.origin)
    await fillTravelForm(page)
    await submitForm(page)
    await expect
      .poll(async () => (await findTravelRecord(campus, '990001')).records)
      .toHaveLength(1)
    expectNoConsoleErrors(phone)
  },
)

test('a start that has not loaded the outbox engine shows what another tab submits, and the next start sends what waits [OFF-14 OFF-15]', async () => {
  const phone = await openPreparedPhone('990001')
  const { page } = phone
  const other = await phone.context.newPage()
  await openTravelForm(other, campus.origin)
  await startAgain(page)
  await cutNetwork(campus, phone)
  await fillTravelForm(other)
  await submitForm(other)
  await locateOutboxTab(page, 1).waitFor()
  await other.close()
  await page.goto(campus.origin)
  await locateOutboxTab(page, 1).waitFor()
  await restoreNetwork(campus, phone)
  await locateOutboxTab(page, 0).waitFor()
  const { records, answers } = await findTravelRecord(campus, '990001')
  expect(records).toHaveLength(1)
  expect(answers).toHaveLength(1)
})

test.runIf(isLongRun)(
  'after the browser has deleted the copies, the next start prepares the phone again [OFF-26 D-103]',
  async () => {
    const phone = await openPreparedPhone('990001')
    const { page } = phone
    await page.goto(`${campus.origin}/robots.txt`)
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const deleting = indexedDB.deleteDatabase('baodao-reads')
          deleting.onsuccess = () => resolve()
          deleting.onerror = () => reject(new Error('not deleted'))
        }),
    )
    const before = campus.proxy.count(PREPARATION).came
    await startAgain(page)
    await expect.poll(() => campus.proxy.count(PREPARATION).came).toBeGreaterThan(before)
    await page.getByText('已就绪').waitFor()
    await cutNetwork(campus, phone)
    await page.goto(`${campus.origin}/militaryTrainingClothing/4/990001`)
    await page.getByText('165', { exact: true }).first().waitFor()
  },
)
