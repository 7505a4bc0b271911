import { mkdir } from 'node:fs/promises'
import { expect, type TestContext } from 'vitest'
import {
  type BrowserTestCampus,
  fillTravelForm,
  startBrowserTestCampus,
  openTravelForm,
  signIn,
  submitForm,
} from '../../support/browser/browser-campus.ts'
import { waitForOfflineReady } from '../../support/browser/chromium.ts'
import type { Screen } from '../../support/browser/screen.ts'
import { filterConsoleErrors } from './console-errors.ts'
import type { EnginePhone } from './engine-phone.ts'
import { type BrowserEngine, openEnginePhone } from './engine.ts'

const PICTURES = 'tests/.output/engines'

/** The campus of a test journey, and a student's phone with one of the engines. */
export interface TestJourneyRun {
  readonly engine: BrowserEngine
  readonly campus: BrowserTestCampus
  /** Open the phone. A closed phone opens again with the same profile. */
  readonly openPhone: () => Promise<EnginePhone>
  /** Close the phone, and check that no phone of the journey has logged an error. */
  readonly finish: () => Promise<void>
  /** Save a screenshot for inspection by people. */
  readonly saveScreenshot: (page: Screen, name: string) => Promise<unknown>
}

/** Start a test journey with a new phone, which is closed when the test ends. */
export async function startTestJourney(
  engine: BrowserEngine,
  { task, onTestFinished }: Pick<TestContext, 'task' | 'onTestFinished'>,
): Promise<TestJourneyRun> {
  await mkdir(PICTURES, { recursive: true })
  const campus = await startBrowserTestCampus()
  const memory = await campus.createProfileDir()
  const picture: TestJourneyRun['saveScreenshot'] = (page, name) =>
    page.screenshot({ path: `${PICTURES}/${engine}-${name}.png` })
  const phones: EnginePhone[] = []
  const complaints = () => phones.flatMap((one) => one.complaints)
  onTestFinished(async () => {
    const last = phones.at(-1)
    if (task.result?.state === 'fail' && last !== undefined) {
      await picture(last.page, 'failed').catch(() => {})
      process.stderr.write(`${engine} complained: ${complaints().join('\n')}\n`)
    }
    await last?.close()
    await campus.close()
  })
  const phone = async () => {
    const opened = await openEnginePhone(engine, memory)
    let isOpen = true
    const close = async () => {
      if (isOpen) await opened.close()
      isOpen = false
    }
    const taken = { ...opened, close }
    phones.push(taken)
    return taken
  }
  const end = async () => {
    // Close the phone first, since it can still log messages while it closes.
    await phones.at(-1)?.close()
    expect(filterConsoleErrors(engine, complaints()), `complaints of ${engine}`).toEqual([])
  }
  return { engine, campus, openPhone: phone, finish: end, saveScreenshot: picture }
}

/** Bind the student 990001 on this phone, and wait until the app can open offline. */
export async function bindStudent(
  { page }: EnginePhone,
  { campus }: TestJourneyRun,
): Promise<void> {
  await signIn(page, campus.origin, '990001')
  await waitForOfflineReady(page)
}

/** Fill in and submit a travel form while no server answers. */
export async function submitTravel(
  { page }: EnginePhone,
  { campus, saveScreenshot }: TestJourneyRun,
): Promise<void> {
  await openTravelForm(page, campus.origin)
  await campus.proxy.setFault('refuse')
  await fillTravelForm(page)
  await saveScreenshot(page, 'form')
  await submitForm(page)
  await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()
}
