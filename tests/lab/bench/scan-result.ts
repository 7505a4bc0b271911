import type { Page } from 'playwright-core'
import { openDatabase } from '#server/platform/database/database'
import { startApp } from '../../support/browser/hydration.ts'
import {
  installFakeCamera,
  showCodeToCamera,
  clearCamera,
  type Resident,
  issueResidentPasses,
  type PassBackend,
} from '../../support/browser/resident-passes.ts'
import { startBenchCampus } from './bench-campus.ts'
import { openEmptyPhone } from './empty-phone.ts'
import type { Measurement } from './measurements.ts'

const SUPERVISOR = 'T2001'
const SLOWDOWN = 4
const LIMIT_MS = 300
/** The number of codes in a round. */
const CODES = 5

declare const window: Window & { judged?: Promise<number> }

/**
 * Measure the time from a code in the camera's view to the result on the screen, on a slow
 * supervisor's phone without a network.
 */
export async function measureScanResult(rounds: number): Promise<Measurement[]> {
  const campus = await startBenchCampus()
  const { db, close } = openDatabase({
    connectionString: campus.connectionString,
    onError: console.error,
  })
  const phone = await openEmptyPhone()
  try {
    const university: PassBackend = {
      db,
      post: (path, body, headers) => post(campus.address + path, body, headers),
    }
    const residents = await issueResidentPasses(university, SUPERVISOR, CODES * (rounds + 1))
    const page = await phone.context.newPage()
    // tsx can wrap functions in a helper that keeps their names, and the page does not have this
    // helper.
    await page.addInitScript('globalThis.__name = (named) => named')
    await installFakeCamera(page)
    await openScanner(page, campus.address)
    const devtools = await phone.context.newCDPSession(page)
    await phone.context.setOffline(true)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const took: number[] = []
    // The first round is discarded, because it warms up the compiler.
    for (const [at, resident] of residents.entries()) {
      const ms = await measureResult(page, resident)
      if (at >= CODES) took.push(ms)
    }
    const floor = took.map(() => LIMIT_MS)
    return [
      { name: 'pass: verdict, offline, against 300 ms', unit: 'ms', ours: took, floor, limit: 1 },
    ]
  } finally {
    await phone.close()
    await close()
    await campus.close()
  }
}

async function openScanner(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await startApp(page)
  await page.getByText(SUPERVISOR).click()
  await page.locator('main form button[type="submit"]:visible').click()
  await page.getByText('已就绪').waitFor()
  await page.goto(`${origin}/scanCodes`)
  await page.getByText(/名学生/).waitFor()
  await page.getByRole('link', { name: '扫一扫' }).click()
  await page.getByText('将报到码对准方框').waitFor()
}

/**
 * The ms from the moment at which the code was drawn to the frame after its result. Then the next
 * code can be shown.
 */
async function measureResult(page: Page, resident: Resident): Promise<number> {
  const text = await resident.createCodeText()
  await page.evaluate((name) => {
    const isJudged = () =>
      document.querySelector('[role="alert"]')?.textContent.includes(name) === true
    window.judged = new Promise((resolve) => {
      const look = () =>
        isJudged()
          ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
          : void setTimeout(look, 5)
      look()
    })
  }, resident.name)
  const shownAt = await showCodeToCamera(page, text)
  const judged = await page.evaluate(() => window.judged)
  await clearCamera(page)
  await page.getByRole('alert').getByRole('button', { name: '确认入住' }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  return (judged ?? Number.NaN) - shownAt
}

async function post(address: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { body: await response.json() }
}
