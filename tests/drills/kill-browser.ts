import { oneOf } from '#server/demo/crowd'
import type { FaultProxy } from '../support/fault-proxy.ts'
import { startCampus } from './support/campus.ts'
import { startCluster } from './support/cluster.ts'
import { type Form, type Handset, isWrite, MOMENTS, type Shown, takeUp } from './support/handset.ts'
import { eventually, type Place } from './support/place.ts'
import { ask } from './support/query.ts'
import { repeated } from './support/repeat.ts'
import { mustBeWhole } from './support/whole.ts'

export const about =
  'The whole browser of a phone is killed (kill -9) around a tap on submit, 300 times or TIMES; what it had called saved arrives once.'

const HANDSETS = 3
const TIMES = 300
const LONGEST_MS = 400
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

  const reopen = async (handset: Handset, form: Form) => {
    handset.proxy.clearRules()
    await handset.proxy.set('pass')
    const open = await handset.open(form)
    const before = deaths.findLast((one) => one.handset === handset)
    if (before !== undefined && before.shown !== 'nothing')
      await eventually(`${before.words} arrives, which was called ${before.shown}`, async () =>
        (await history()).some(({ words }) => words === before.words),
      )
    return open
  }
  const turns = rounds()
  const lanes = handsets.map(async (handset) => {
    for (const time of turns) {
      const form = oneOf(FORMS, random)
      const open = await reopen(handset, form)
      const last = deaths.findLast((one) => one.handset === handset && one.form === form)
      const says = await open.says()
      if (last !== undefined && last.shown !== 'nothing' && says !== last.words)
        throw new Error(`the form says ${says}, and was called ${last.shown} with ${last.words}`)
      await worsen(handset.proxy, oneOf(NETWORKS, random))
      const words = `${handset.code} ${time}`
      const after = oneOf(MOMENTS, random)
      const shown = await open.submitAndDie(words, after, random() * LONGEST_MS)
      const arrived = (await history()).some((line) => line.words === words)
      deaths.push({ handset, form, words, shown, arrived })
      if (shown === 'sent' && !arrived) throw new Error(`${words} was called sent too early`)
      if (time % 10 === 0) place.say(`kill ${time}: ${tell(deaths)}`)
    }
    await (await reopen(handset, 'travel')).kill()
  })
  await Promise.all(lanes)

  const lines = await history()
  const saved = deaths.filter(({ shown }) => shown !== 'nothing')
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
  return `killed ${progress()}: ${figures}`
}

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
  const count = (wanted: Shown, arrived: boolean) =>
    deaths.filter((one) => one.shown === wanted && one.arrived === arrived).length
  return `${count('saved', false) + count('saved', true)} shown as saved (${count('saved', true)} had arrived), ${count('sent', true)} shown as sent, ${count('nothing', false) + count('nothing', true)} shown as nothing (${count('nothing', true)} had arrived)`
}
