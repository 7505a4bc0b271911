import { pickRandomItem } from '#server/demo/crowd'
import type { FaultProxy } from '../../support/fakes/fault-proxy.ts'
import { startCampusProcess } from './support/campus-process.ts'
import { queryOnce } from './support/query.ts'
import { assertRecordsIntact } from './support/record-integrity.ts'
import { createRepetitions } from './support/repetitions.ts'
import {
  type PhoneFormName,
  type StudentPhone,
  isWriteRequest,
  type OpenForm,
  KILL_MOMENTS,
  type ShownResult,
  openStudentPhones,
} from './support/student-phone.ts'
import { startCluster } from './support/test-cluster.ts'
import { waitForResult, type Workspace } from './support/workspace.ts'

export const description =
  'The whole browser of a phone is killed (kill -9) around a tap on submit, 300 times or TIMES; each form that was called saved arrives once.'

const HANDSETS = 3
const TIMES = 300
const LONGEST_MS = 400
// An arrival usually takes seconds. After a minute the drill prints what the phone has stored, and
// continues to wait.
const ARRIVAL_MS = 300_000
const FORMS = ['travel', 'family'] as const
const NETWORKS = ['good', 'slow', 'none', 'loses the answer'] as const

/** A submission whose browser was killed. */
interface Death {
  readonly handset: StudentPhone
  readonly form: PhoneFormName
  readonly words: string
  readonly shown: ShownResult
  /** Whether the university had the submission when the browser was killed. */
  readonly arrived: boolean
}

/** Returns what the phones had shown, and what became of the submissions. */
export async function drill(place: Workspace): Promise<string> {
  const { rounds, random, progress } = createRepetitions(place, TIMES)
  const cluster = await startCluster(place, 'database')
  const campus = await startCampusProcess(place, cluster.url(), { LOG_LEVEL: 'warn' })
  const handsets = await openStudentPhones(
    place,
    { campus: campus.url, database: cluster.url() },
    HANDSETS,
  )
  const deaths: Death[] = []
  const history = () => linesOf(cluster.url())

  let longestMs = 0
  const arrives = async ({ words: own, shown }: Death, open: OpenForm) => {
    const since = Date.now()
    const what = `${own} arrives, which was called ${shown}`
    const isThere = async () =>
      (await history()).some(({ words: remarkText }) => remarkText === own)
    await waitForResult(what, isThere).catch(async (error) => {
      place.print(`${String(error)}; the phone keeps ${await open.readOutbox()}`)
      await waitForResult(what, isThere, { patienceMs: ARRIVAL_MS })
    })
    longestMs = Math.max(longestMs, Date.now() - since)
  }
  const reopen = async (handset: StudentPhone, form: PhoneFormName) => {
    handset.proxy.clearRules()
    await handset.proxy.setFault('pass')
    const open = await handset.open(form)
    const before = deaths.findLast((one) => one.handset === handset)
    if (before !== undefined && isAcknowledged(before)) await arrives(before, open)
    return open
  }
  const turns = rounds()
  const lanes = handsets.map(async (handset) => {
    for (const time of turns) {
      const form = pickRandomItem(FORMS, random)
      const open = await reopen(handset, form)
      const last = deaths.findLast((one) => one.handset === handset && one.form === form)
      const says = await open.readField()
      if (last !== undefined && isAcknowledged(last) && says !== last.words)
        throw new Error(`the form says ${says}, and was called ${last.shown} with ${last.words}`)
      await worsen(handset.proxy, pickRandomItem(NETWORKS, random))
      const remarkText = `${handset.code} ${time}`
      const after = pickRandomItem(KILL_MOMENTS, random)
      const shown = await open.submitAndKill(remarkText, after, random() * LONGEST_MS)
      const arrived = (await history()).some((line) => line.words === remarkText)
      deaths.push({ handset, form, words: remarkText, shown, arrived })
      if (shown === 'sent' && !arrived) {
        const keeps = await (await handset.open(form)).readOutbox()
        throw new Error(`${remarkText} was called sent too early; the phone keeps ${keeps}`)
      }
      if (time % 10 === 0) place.print(`kill ${time}: ${tell(deaths)}`)
    }
    await (await reopen(handset, 'travel')).kill()
  })
  await Promise.all(lanes)

  const lines = await history()
  const saved = deaths.filter(isAcknowledged)
  const lost = saved.filter(
    ({ words: remarkText }) => !lines.some((line) => line.words === remarkText),
  )
  const own = lines.filter(({ code, words: remarkText }) => remarkText.startsWith(code))
  const doubled = own.filter(
    ({ words: remarkText }, at) => own.findIndex((l) => l.words === remarkText) !== at,
  )
  const figures = `${tell(deaths)}; ${lost.length} lost, ${doubled.length} doubled`
  const inOrder = handsets.every(({ code }) => FORMS.every((form) => isInOrder(own, code, form)))
  if (lost.length + doubled.length > 0 || !inOrder || saved.length === 0)
    throw new Error(`${figures}, in order: ${inOrder}`)
  const newest = handsets.map(({ code }) => {
    const last = lines.findLast((line) => line.code === code && line.form === 'travel')
    return [code, last?.words ?? ''] as const
  })
  await assertRecordsIntact(cluster.url(), new Map(newest))
  return `killed ${progress()}: ${figures}; saved words arrived ${longestMs} ms after the next start at most`
}

const isAcknowledged = ({ shown }: Death) => shown === 'saved' || shown === 'sent'

async function worsen(proxy: FaultProxy, network: (typeof NETWORKS)[number]): Promise<void> {
  if (network === 'none') await proxy.setFault('refuse')
  if (network === 'slow') await proxy.setFault({ type: 'slow', latency: 200 })
  if (network === 'loses the answer') proxy.addRule(isWriteRequest, 'reset-after', 1)
}

interface Line {
  readonly code: string
  readonly form: string
  readonly words: string
}

/** The submissions that the university has, oldest first, by the field that distinguishes them. */
async function linesOf(url: string): Promise<Line[]> {
  const rows = await queryOnce(
    url,
    `select student_code as code, form,
       coalesce(words ->> 'remark', words #>> '{members,0,workplace}') as words
     from form_history where form in ('travel', 'family') order by id`,
  )
  return rows.map(({ code, form, words: remarkText }) => ({
    code: String(code),
    form: String(form),
    words: String(remarkText),
  }))
}

function isInOrder(lines: readonly Line[], code: string, form: PhoneFormName): boolean {
  const times = lines
    .filter((line) => line.code === code && line.form === form)
    .map(({ words: remarkText }) => Number(remarkText.split(' ')[1]))
  return times.every((time, at) => at === 0 || time > (times[at - 1] ?? 0))
}

function tell(deaths: readonly Death[]): string {
  const those = (wanted: ShownResult) => deaths.filter(({ shown }) => shown === wanted)
  const had = (wanted: ShownResult) =>
    `${those(wanted).length} shown as ${wanted} (${those(wanted).filter(({ arrived }) => arrived).length} had arrived)`
  return `${had('saved')}, ${those('sent').length} shown as sent, ${had('nothing')}, ${had('not saved')}`
}
