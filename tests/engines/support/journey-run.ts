import { mkdir } from 'node:fs/promises'
import { expect, type TestContext } from 'vitest'
import {
  type BrowserCampus,
  fillTravelForm,
  openBrowserCampus,
  openTravelForm,
  signIn,
  submitForm,
} from '../../support/browser/browser-campus.ts'
import { waitForOfflineReady } from '../../support/browser/chromium.ts'
import type { Screen } from '../../support/browser/screen.ts'
import { filterConsoleErrors } from './console-errors.ts'
import type { EnginePhone } from './engine-phone.ts'
import { type Engine, openEnginePhone } from './engine.ts'

const PICTURES = 'tests/.output/engines'

/** A campus, and a student's phone of some engine on the way to it. */
export interface JourneyRun {
  readonly engine: Engine
  readonly campus: BrowserCampus
  /** Take the phone up; once put away it can be taken up again, with the same memory. */
  readonly openPhone: () => Promise<EnginePhone>
  /** Come home: what is left is put away, and no phone of the trip may have complained of a fault. */
  readonly finish: () => Promise<void>
  /** Keep a picture of the screen, for people to look at. */
  readonly saveScreenshot: (page: Screen, name: string) => Promise<unknown>
}

/** Set out with a new phone; what is left of it is put away when the test ends, however it ends. */
export async function openJourneyRun(
  engine: Engine,
  { task, onTestFinished }: Pick<TestContext, 'task' | 'onTestFinished'>,
): Promise<JourneyRun> {
  await mkdir(PICTURES, { recursive: true })
  const campus = await openBrowserCampus()
  const memory = await campus.createProfileDir()
  const picture: JourneyRun['saveScreenshot'] = (page, name) =>
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
    // While it is closed it may still say something.
    await phones.at(-1)?.close()
    expect(filterConsoleErrors(engine, complaints()), `complaints of ${engine}`).toEqual([])
  }
  return { engine, campus, openPhone: phone, finish: end, saveScreenshot: picture }
}

/** 990001 is bound on this phone, which keeps the app. */
export async function bindStudent({ page }: EnginePhone, { campus }: JourneyRun): Promise<void> {
  await signIn(page, campus.origin, '990001')
  await waitForOfflineReady(page)
}

/** A travel form that is written and submitted while nobody answers. */
export async function submitTravel(
  { page }: EnginePhone,
  { campus, saveScreenshot }: JourneyRun,
): Promise<void> {
  await openTravelForm(page, campus.origin)
  await campus.proxy.setFault('refuse')
  await fillTravelForm(page)
  await saveScreenshot(page, 'form')
  await submitForm(page)
  await page.getByRole('dialog', { name: '已保存在本机，尚未提交' }).waitFor()
}
