import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { formTexts } from '#i18n/form'
import { householdFormBody, travelFormBody } from '../../../support/backend/form-bodies.ts'
import { startApp } from '../../../support/browser/hydration.ts'
import { readStoredData } from '../../../support/browser/stored-data.ts'
import {
  type FaultProxy,
  type ProxiedRequest,
  startFaultProxy,
} from '../../../support/fakes/fault-proxy.ts'
import { startKillableBrowser, type KillableBrowser } from './killable-browser.ts'
import { queryOnce } from './query.ts'
import { waitForResult, type Workspace } from './workspace.ts'
import { postJson } from './write-traffic.ts'

/** A form that is submitted repeatedly, and the field that distinguishes its submissions. */
const FORMS = {
  travel: { path: '/schoolInformation/2', field: '备注' },
  family: { path: '/personalinformation/1', field: '单位' },
} as const
export type PhoneFormName = keyof typeof FORMS

/**
 * The moments from which the time until the kill is counted: the tap begins, the result is shown,
 * or the university has answered. Without a network, the time in which an answer would have come
 * counts instead.
 */
export const KILL_MOMENTS = ['its tap', 'its sheet', 'its answer'] as const
type Moment = (typeof KILL_MOMENTS)[number]
const ANSWER_MS = 3000

/**
 * What the dialog over a form reports about the submission. 'not saved' is a message of the form
 * itself, which appears when the disk of a busy machine does not answer in time.
 */
export type ShownResult = 'nothing' | 'not saved' | 'saved' | 'sent'
const NOT_SAVED: readonly string[] = [
  formTexts.notSaved.zh,
  formTexts.notSavedQuota.zh,
  formTexts.notSure.zh,
]

type Kept = Awaited<ReturnType<typeof readStoredData>>

/** A student with a phone whose stored data survives the killing of its browser. */
export interface StudentPhone {
  readonly code: string
  readonly proxy: FaultProxy
  /** Open a form. Returns the browser when the form can be filled in. */
  readonly open: (form: PhoneFormName) => Promise<OpenForm>
}

/** A form that is open in the browser. */
export interface OpenForm {
  /** The value of the field. */
  readonly readField: () => Promise<string>
  /** The items in the phone's outbox, and the text of the page. */
  readonly readOutbox: () => Promise<string>
  /**
   * Enter this text, tap submit, and kill the browser this many ms after the moment. Returns what
   * was shown.
   */
  readonly submitAndKill: (words: string, after: Moment, ms: number) => Promise<ShownResult>
  readonly kill: () => Promise<void>
}

/**
 * Give each of some students of the demo a bound phone with a network of its own, and a record of
 * each form.
 */
export async function openStudentPhones(
  place: Workspace,
  at: { campus: string; database: string },
  count: number,
): Promise<StudentPhone[]> {
  const people = await queryOnce(
    at.database,
    `select code, exam_number, id_card from student
      where code like 'S7%' and exam_number is not null order by code limit ${count}`,
  )
  const handsets: StudentPhone[] = []
  for (const { code, exam_number: number, id_card: idCard } of people)
    handsets.push(
      await bind(place, at.campus, {
        code: String(code),
        number: String(number),
        idCard: String(idCard),
      }),
    )
  return handsets
}

interface Person {
  readonly code: string
  readonly number: string
  readonly idCard: string
}

async function bind(place: Workspace, campus: string, person: Person): Promise<StudentPhone> {
  const { code, number, idCard } = person
  await giveRecords(campus, person)
  const proxy = await startFaultProxy({ target: campus })
  place.onClose(proxy.close)
  const memory = join(place.folder, `phone-${code}`)
  mkdirSync(memory)
  const { page, quit } = await startKillableBrowser(place, memory)
  await page.goto(`${proxy.origin}/login`)
  await startApp(page)
  await page.getByRole('radio', { name: '考生号' }).check()
  await page.getByRole('textbox', { name: '考生号' }).fill(number)
  await page.getByRole('textbox', { name: '身份证号' }).fill(idCard)
  await page.getByRole('button', { name: '绑定', exact: true }).click()
  await page.getByRole('button', { name: '解除绑定' }).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // The browser writes local storage to the disk with a delay, so it is closed normally to store
  // who is bound.
  await quit()
  return {
    code,
    proxy,
    open: async (form) => {
      const browser = await startKillableBrowser(place, memory)
      const address = `${proxy.origin}${FORMS[form].path}/${number}`
      return openForm(browser, { form, address, proxy })
    },
  }
}

// Give the student a record of each form, so that the form is filled in and only one field must be
// written.
async function giveRecords(campus: string, { number, idCard }: Person): Promise<void> {
  const who = { stuNumber: number, idCard, openId: '' }
  const { body } = await postJson(campus, '/api/binding/findstu', who)
  const first = {
    '/api/TravelInformation/addBusInformation': travelFormBody({ status: '0' }),
    '/api/NewReports/addNewReports': householdFormBody(),
  }
  for (const [path, words] of Object.entries(first)) {
    const headers = {
      authorization: String(body['token']),
      'idempotency-key': crypto.randomUUID(),
    }
    const answer = await postJson(campus, path, words, headers)
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  }
}

async function openForm(
  { page, kill }: KillableBrowser,
  { form, address, proxy }: { form: PhoneFormName; address: string; proxy: FaultProxy },
): Promise<OpenForm> {
  const answered = () =>
    proxy.requests.filter((one) => isWriteRequest(one) && one.status !== undefined).length
  let shown: ShownResult = 'nothing'
  await tellOfSheets(page, (title) => {
    if (title.includes(formTexts.savedTitle.zh) && shown === 'nothing') shown = 'saved'
    if (title.startsWith(formTexts.sentTitle.zh)) shown = 'sent'
    if (NOT_SAVED.includes(title) && shown === 'nothing') shown = 'not saved'
  })
  await page.goto(address)
  const field = page.getByLabel(FORMS[form].field)
  const button = page.getByRole('button', { name: '提交', exact: true })
  await button.waitFor()
  await field.waitFor()
  return {
    kill,
    readField: () => field.inputValue(),
    readOutbox: async () => {
      // The function is passed as text, because tsx wraps functions in a helper that the page does
      // not have.
      const kept = await page.evaluate<Kept>(`(__name => (${String(readStoredData)})())((f) => f)`)
      const outbox = Object.entries(kept).filter(([place]) => place.startsWith('baodao-outbox/'))
      const locks = await page.evaluate(() => navigator.locks.query())
      return JSON.stringify([Date.now(), outbox, locks, await page.locator('body').innerText()])
    },
    submitAndKill: async (words, after, ms) => {
      await field.fill(words)
      const before = answered()
      // The browser can be dead before its tap.
      let problem = ''
      const tap = button.click().catch((error) => (problem = String(error)))
      const until = Date.now() + ANSWER_MS
      if (after === 'its answer')
        await waitForResult('an answer', () => answered() > before || Date.now() > until, {
          everyMs: 2,
        })
      if (after === 'its sheet')
        await waitForResult('the sheet says something', () => shown !== 'nothing', {
          everyMs: 2,
        }).catch(async (error) => {
          const screen = await page.locator('body').innerText()
          throw new Error(`${String(error)}; ${problem}; the page says ${screen}`)
        })
      await pause(ms)
      await kill()
      await tap
      return shown
    },
  }
}

/** Whether a request submits a form, unlike a read. */
export const isWriteRequest = ({ headers }: Pick<ProxiedRequest, 'headers'>): boolean =>
  headers['idempotency-key'] !== undefined

/** Report the title of every dialog that appears over the page, and why nothing was saved. */
async function tellOfSheets(page: Page, hear: (title: string) => void): Promise<void> {
  await page.exposeBinding('tellSheet', (_, title: string) => hear(title))
  await page.addInitScript(`
    new MutationObserver(() => {
      const title = document.querySelector('[role=dialog]')?.textContent
      if (title) tellSheet(title)
      const page = document.body?.textContent ?? ''
      for (const text of ${JSON.stringify(NOT_SAVED)}) if (page.includes(text)) tellSheet(text)
    }).observe(document, { subtree: true, childList: true, characterData: true })`)
}
