import { oneOf } from '#server/demo/crowd'
import type { FaultProxy } from '../support/fault-proxy.ts'
import { startCampus } from './support/campus.ts'
import { startCluster } from './support/cluster.ts'
import {
  type Form,
  type Handset,
  isWrite,
  type OpenForm,
  MOMENTS,
  type Shown,
  takeUp,
} from './support/handset.ts'
import { eventually, type Place } from './support/place.ts'
import { ask } from './support/query.ts'
import { repeated } from './support/repeat.ts'
import { mustBeWhole } from './support/whole.ts'

export const about =
  'The whole browser of a phone is killed (kill -9) around a tap on submit, 300 times or TIMES; what it had called saved arrives once.'

const HANDSETS = 3
const TIMES = 300
const LONGEST_MS = 400
// Usual are seconds. After a minute the drill tells what the phone keeps, and waits on.
const ARRIVAL_MS = 300_000
const FORMS = ['travel', 'family'] as const
const NETWORKS = ['good', 'slow', 'none', 'loses the answer'] as const

/** One submission whose phone died. */
interface Death {
  readonly handset: Handset
  readonly form: Form
  readonly words: string
  readonly shown: Shown
  /** Whether the university had it when the phone died. */
  readonly arrived: boolean
}

/** Answers what the phones had shown, and what became of it. */
export async function drill(place: Place): Promise<string> {
  const { rounds, random, progress } = repeated(place, TIMES)
  const cluster = await startCluster(place, 'database')
  const campus = await startCampus(place, cluster.url(), { LOG_LEVEL: 'warn' })
  const handsets = await takeUp(place, { campus: campus.url, database: cluster.url() }, HANDSETS)
  const deaths: Death[] = []
  const history = () => linesOf(cluster.url())

  let longestMs = 0
  const arrives = async ({ words: own, shown }: Death, open: OpenForm) => {
    const since = Date.now()
    const what = `${own} arrives, which was called ${shown}`
    const isThere = async () => (await history()).some(({ words }) => words === own)
    await eventually(what, isThere).catch(async (error) => {
      place.say(`${String(error)}; the phone keeps ${await open.keeps()}`)
      await eventually(what, isThere, { patienceMs: ARRIVAL_MS })
    })
    longestMs = Math.max(longestMs, Date.now() - since)
  }
  const reopen = async (handset: Handset, form: Form) => {
    handset.proxy.clearRules()
    await handset.proxy.set('pass')
    const open = await handset.open(form)
    const before = deaths.findLast((one) => one.handset === handset)
    if (before !== undefined && isAcknowledged(before)) await arrives(before, open)
    return open
  }
  const turns = rounds()
  const lanes = handsets.map(async (handset) => {
    for (const time of turns) {
      const form = oneOf(FORMS, random)
      const open = await reopen(handset, form)
      const last = deaths.findLast((one) => one.handset === handset && one.form === form)
      const says = await open.says()
      if (last !== undefined && isAcknowledged(last) && says !== last.words)
        throw new Error(`the form says ${says}, and was called ${last.shown} with ${last.words}`)
      await worsen(handset.proxy, oneOf(NETWORKS, random))
      const words = `${handset.code} ${time}`
      const after = oneOf(MOMENTS, random)
      const shown = await open.submitAndDie(words, after, random() * LONGEST_MS)
      const arrived = (await history()).some((line) => line.words === words)
      deaths.push({ handset, form, words, shown, arrived })
      if (shown === 'sent' && !arrived) {
        const keeps = await (await handset.open(form)).keeps()
        throw new Error(`${words} was called sent too early; the phone keeps ${keeps}`)
      }
      if (time % 10 === 0) place.say(`kill ${time}: ${tell(deaths)}`)
    }
    await (await reopen(handset, 'travel')).kill()
  })
  await Promise.all(lanes)

  const lines = await history()
  const saved = deaths.filter(isAcknowledged)
  const lost = saved.filter(({ words }) => !lines.some((line) => line.words === words))
  const own = lines.filter(({ code, words }) => words.startsWith(code))
  const doubled = own.filter(({ words }, at) => own.findIndex((l) => l.words === words) !== at)
  const figures = `${tell(deaths)}; ${lost.length} lost, ${doubled.length} doubled`
  const inOrder = handsets.every(({ code }) => FORMS.every((form) => isInOrder(own, code, form)))
  if (lost.length + doubled.length > 0 || !inOrder || saved.length === 0)
    throw new Error(`${figures}, in order: ${inOrder}`)
  const newest = handsets.map(({ code }) => {
    const last = lines.findLast((line) => line.code === code && line.form === 'travel')
    return [code, last?.words ?? ''] as const
  })
  await mustBeWhole(cluster.url(), new Map(newest))
  return `killed ${progress()}: ${figures}; saved words arrived ${longestMs} ms after the next start at most`
}

const isAcknowledged = ({ shown }: Death) => shown === 'saved' || shown === 'sent'

async function worsen(proxy: FaultProxy, network: (typeof NETWORKS)[number]): Promise<void> {
  if (network === 'none') await proxy.set('refuse')
  if (network === 'slow') await proxy.set({ type: 'slow', latency: 200 })
  if (network === 'loses the answer') proxy.rule(isWrite, 'reset-after', 1)
}

interface Line {
  readonly code: string
  readonly form: string
  readonly words: string
}

/** What the university has of the forms, the oldest first: the field that tells one from another. */
async function linesOf(url: string): Promise<Line[]> {
  const rows = await ask(
    url,
    `select student_code as code, form,
       coalesce(words ->> 'remark', words #>> '{members,0,workplace}') as words
     from form_history where form in ('travel', 'family') order by id`,
  )
  return rows.map(({ code, form, words }) => ({
    code: String(code),
    form: String(form),
    words: String(words),
  }))
}

function isInOrder(lines: readonly Line[], code: string, form: Form): boolean {
  const times = lines
    .filter((line) => line.code === code && line.form === form)
    .map(({ words }) => Number(words.split(' ')[1]))
  return times.every((time, at) => at === 0 || time > (times[at - 1] ?? 0))
}

function tell(deaths: readonly Death[]): string {
  const those = (wanted: Shown) => deaths.filter(({ shown }) => shown === wanted)
  const had = (wanted: Shown) =>
    `${those(wanted).length} shown as ${wanted} (${those(wanted).filter(({ arrived }) => arrived).length} had arrived)`
  return `${had('saved')}, ${those('sent').length} shown as sent, ${had('nothing')}, ${had('not saved')}`
}
