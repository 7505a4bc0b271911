import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, type TestContext } from 'vitest'
import { demoPeople } from '#server/demo/demo-people'
import { toChinaYear } from '#server/platform/clock'
import { buildDeltas } from '#server/platform/files/dictionary-deltas/build'
import { type Backend, startBackend } from '../backend/backend.ts'
import { type FaultProxy, startFaultProxy } from '../fakes/fault-proxy.ts'
import { launchPhone, type BrowserPhone } from './chromium.ts'
import { startApp } from './hydration.ts'
import { rewriteAsNextBuild, editFile } from './next-build.ts'
import type { Screen, ScreenLocator } from './screen.ts'

type PhoneOptions = NonNullable<Parameters<typeof launchPhone>[0]>

/** A campus behind a proxy that simulates network faults, and the phones that connect to it. */
export interface BrowserTestCampus {
  readonly backend: Backend
  readonly proxy: FaultProxy
  /** The app's address, which leads through the proxy. */
  readonly origin: string
  /**
   * Replace the build by a second one at the same address, with another page and with changes to
   * the files whose names match `changed`. Files whose names match `gone` do not exist in the
   * second build, and then the server has no file of the first build either.
   */
  readonly deploy: (wishes?: { gone?: RegExp; changed?: RegExp }) => Promise<void>
  /** Open a phone; with a `profileDir` its data survives closing. */
  readonly openPhone: (wishes?: PhoneOptions) => Promise<BrowserPhone>
  /** Create a profile folder for a phone that a test closes and opens again. */
  readonly createProfileDir: () => Promise<string>
  readonly close: () => Promise<void>
}

const campuses = new Set<BrowserTestCampus>()

/** After a failed test, remove its network faults, so that the next test starts without them. */
export async function closeCampusesAfterTest({ task }: Pick<TestContext, 'task'>): Promise<void> {
  if (task.result?.state !== 'fail') return
  for (const { proxy } of campuses) {
    proxy.clearRules()
    await proxy.setFault('pass')
  }
}

/**
 * Start a campus with its own database and a working network. With `drawn` the backend renders
 * pages, so that a page is visible before it is hydrated and reacts to taps other than on links.
 * `worker` is code that runs first in the service worker; it has no effect with `drawn`.
 */
export async function startBrowserTestCampus({
  drawn = false,
  worker,
  env = {},
}: {
  drawn?: boolean
  worker?: string
  env?: Readonly<Record<string, string>>
} = {}): Promise<BrowserTestCampus> {
  const folder = await mkdtemp(join(tmpdir(), 'baodao-campus-'))
  // The renderer lies beside dist/app: under another path the backend renders no pages.
  const appDir = drawn ? 'dist/app' : join(folder, 'app')
  if (!drawn && worker === undefined) await symlink(resolve('dist/app'), appDir)
  if (!drawn && worker !== undefined) {
    await cp('dist/app', appDir, { recursive: true })
    await editFile(join(appDir, 'sw.js'), (code) => `${worker};${code}`)
  }
  const backend = await startBackend({ listen: true, env: { APP_DIR: appDir, ...env } })
  let proxy = await startFaultProxy({ target: backend.url })
  let second: Backend | undefined
  const phones = new Set<BrowserPhone>()
  const campus: BrowserTestCampus = {
    backend,
    get proxy() {
      return proxy
    },
    origin: proxy.origin,
    deploy: async ({ gone, changed } = {}) => {
      const next = join(folder, 'second')
      await cp('dist/app', next, { recursive: true })
      await rewriteAsNextBuild(next, {
        mark: SECOND_BUILD_MARKER,
        version: 'second',
        gone,
        changed,
      })
      second = await startBackend({
        listen: true,
        sharing: backend,
        env: { APP_DIR: next, ...(gone === undefined && { FILES_DIR: backend.settings.filesDir }) },
      })
      await buildDeltas(second.settings)
      await proxy.close()
      proxy = await startFaultProxy({ target: second.url, port: proxy.port })
    },
    openPhone: async (wishes) => {
      const phone = await launchPhone(wishes)
      phones.add(phone)
      return phone
    },
    createProfileDir: () => mkdtemp(join(folder, 'phone-')),
    close: async () => {
      campuses.delete(campus)
      for (const phone of phones) await phone.close()
      await proxy.close()
      await second?.close()
      await backend.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  campuses.add(campus)
  return campus
}

/** A comment that only the page of the second build contains. */
export const SECOND_BUILD_MARKER = '<!--second build-->'

// Chromium drops all pending requests when the machine's network changes, for which a new address
// of an interface is enough. It reports a network that a test has cut by other errors; a file that
// is then missing is a defect.
const DROPPED = /net::ERR_(NETWORK_CHANGED|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH)/
const OF_DROPPED_FILES = /dynamically imported module|preload CSS/

/**
 * The console messages by which Chromium reports a bad network. The last one is about a service
 * worker's script, which the browser asks for again after it opened a page.
 */
export const NETWORK_NOISE_PATTERNS: readonly RegExp[] = [
  /Failed to load resource/,
  /net::ERR_/,
  /^An unknown error occurred when fetching the script\.$/,
]

/**
 * The console messages that neither match `noise` nor are caused by a change of the machine's
 * network.
 */
export function filterConsoleNoise(
  complaints: readonly string[],
  noise: readonly RegExp[],
): string[] {
  const isDropped = complaints.some((line) => DROPPED.test(line))
  const fine = isDropped ? [...noise, OF_DROPPED_FILES] : noise
  return complaints.filter((line) => !fine.some((one) => one.test(line)))
}

/**
 * Check that the console has only messages about a bad network: no other errors and no violations
 * of the Content-Security-Policy.
 */
export function expectNoConsoleErrors(
  { complaints }: BrowserPhone,
  expected: readonly RegExp[] = [],
): void {
  const others = filterConsoleNoise(complaints, [...NETWORK_NOISE_PATTERNS, ...expected])
  expect(others, complaints.join('\n')).toEqual([])
}

/** Cut the network: the browser reports that it is offline, and the proxy refuses connections. */
export async function cutNetwork({ proxy }: BrowserTestCampus, phone: BrowserPhone): Promise<void> {
  await proxy.setFault('refuse')
  await phone.setOffline()
}

/** Restore the network that `cutNetwork` has cut. */
export async function restoreNetwork(
  { proxy }: BrowserTestCampus,
  phone: BrowserPhone,
): Promise<void> {
  await proxy.setFault('pass')
  await phone.setOffline(false)
}

/**
 * The banner of a page without a network. Some builds of Chromium report that they are online after
 * a navigation that the worker answered. The app then shows the banner of a weak network, since it
 * gets no responses.
 */
export const locateOfflineBanner = (page: Screen): ScreenLocator =>
  page.getByText('离线', { exact: true }).or(page.getByText('弱网', { exact: true }))

/**
 * Sign in on the sign-in page as a person of the demo campus; `first` does what happens before home
 * is shown.
 */
export async function signIn(
  page: Screen,
  origin: string,
  number: string,
  first?: () => Promise<void>,
): Promise<void> {
  const person = demoPeople.find((one) => one.number === number)
  if (person === undefined) throw new Error(`the demo campus has no ${number}`)
  await signInWithCredentials(page, origin, person, first)
}

/** Sign in as any person; `first` does what the app asks for before it shows home. */
export async function signInWithCredentials(
  page: Screen,
  origin: string,
  { how, number, secret }: Pick<(typeof demoPeople)[number], 'how' | 'number' | 'secret'>,
  first?: () => Promise<void>,
): Promise<void> {
  await page.goto(`${origin}/login`)
  await startApp(page)
  if (how === 'staff') {
    await page.getByRole('tab', { name: '教职工登录' }).click()
    await page.getByLabel('工号').fill(number)
    await page.getByLabel('密码').fill(secret)
    await page.getByRole('button', { name: '登录', exact: true }).click()
  } else {
    const kind = how === 'exam' ? '考生号' : '学号'
    await page.getByRole('radio', { name: kind }).check()
    await page.getByRole('textbox', { name: kind }).fill(number)
    await page.getByRole('textbox', { name: '身份证号' }).fill(secret)
    await page.getByRole('button', { name: '绑定', exact: true }).click()
  }
  if (first === undefined) await page.getByRole('button', { name: '解除绑定' }).waitFor()
  else await first()
}

const year = toChinaYear(new Date())

/** Open the travel step of a student and wait until it can be filled in or read. */
export async function openTravelForm(
  page: Screen,
  origin: string,
  number = '990001',
): Promise<void> {
  await page.goto(`${origin}/schoolInformation/2/${number}`)
  await page
    .getByRole('button', { name: '提交', exact: true })
    .or(page.getByText('您的信息已公开'))
    .waitFor()
}

/** The default values for `fillTravelForm`. */
export const SAMPLE_TRAVEL_INPUT = {
  region: ['四川省', '成都市', '武侯区'],
  startDate: `${year}-08-27`,
  arrivalDate: `${year}-08-28`,
  arrivalTime: '14:30',
  mode: '火车',
  companions: '2',
  remark: '带了一把吉他',
  open: '不公开',
} as const

/** Fill in every field of the travel form on the screen. */
export async function fillTravelForm(
  page: Screen,
  trip: {
    [name in keyof typeof SAMPLE_TRAVEL_INPUT]?: (typeof SAMPLE_TRAVEL_INPUT)[name] | string
  } = {},
): Promise<void> {
  const { startDate, arrivalDate, arrivalTime, mode, companions, remark, open } = {
    ...SAMPLE_TRAVEL_INPUT,
    ...trip,
  }
  await chooseRegion(page, '出发城市', SAMPLE_TRAVEL_INPUT.region)
  await page.getByLabel('出发日期').fill(startDate)
  await page.getByLabel('到达日期').fill(arrivalDate)
  await page.getByLabel('到达时间').fill(arrivalTime)
  await page.getByLabel('出行方式').click()
  await page.getByRole('radio', { name: mode }).click()
  await page.getByLabel('随行人数').fill(companions)
  await page.getByLabel('备注').fill(remark)
  await page.getByText(open, { exact: true }).click()
}

/** Choose a region level by level in a field's region picker. */
export async function chooseRegion(
  page: Screen,
  label: string,
  region: readonly string[],
): Promise<void> {
  await page.getByLabel(label).click()
  for (const name of region)
    await page
      .getByRole('dialog')
      .getByRole('listitem')
      .getByRole('button', { name, exact: true })
      .last()
      .click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/** Press the form's submit button. */
export const submitForm = (page: Screen): Promise<void> =>
  page.getByRole('button', { name: '提交', exact: true }).click()

/** Close the sheet that says that a form is saved on the phone. */
export async function closeSavedSheet(page: Screen): Promise<void> {
  const told = page.getByRole('dialog', { name: '已保存在本机，尚未提交' })
  await told.getByRole('button', { name: '关闭' }).click()
  await told.waitFor({ state: 'hidden' })
  // The history entry of the sheet is removed a moment later.
  await page.waitForFunction(() => !('sheet' in (history.state ?? {})))
}

/** The tab of the outbox, whose name contains the number of waiting items. */
export const locateOutboxTab = (page: Screen, waiting: number) =>
  page
    .getByRole('navigation', { name: '主导航' })
    .getByRole('link', { name: waiting === 0 ? '待提交' : `待提交 ，${waiting} 份`, exact: true })

/**
 * The university's travel records of a student, its stored responses, and the student's done steps.
 */
export async function findTravelRecord(
  { backend: { db } }: Pick<BrowserTestCampus, 'backend'>,
  number: string,
) {
  const { code } = await db
    .selectFrom('student')
    .select('code')
    .where((is) => is.or([is('exam_number', '=', number), is('number', '=', number)]))
    .executeTakeFirstOrThrow()
  const records = await db
    .selectFrom('travel')
    .selectAll()
    .where('student_code', '=', code)
    .execute()
  const answers = await db
    .selectFrom('idempotency')
    .select(['form', 'key', 'receipt', 'status'])
    .execute()
  const steps = await db
    .selectFrom('step_done')
    .select('step_id')
    .where('student_code', '=', code)
    .execute()
  return { records, answers, steps: steps.map(({ step_id }) => step_id) }
}
