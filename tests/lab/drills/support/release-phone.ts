import 'fake-indexeddb/auto'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CampusFormAttachment } from '#contract/campus-form-submission'
import type { addPickedAttachment } from '#offline/outbox/attachments'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import type { openOfflinePage } from '../../../support/offline/offline-page.ts'

/** The outbox of a release, as its own code. */
export interface ReleaseOutbox {
  readonly name: string
  readonly openPage: typeof openOfflinePage
  /** Undefined for a release without files in forms. */
  readonly addFile: typeof addPickedAttachment | undefined
}

/** An item that a phone has stored. */
export interface HeldItem {
  readonly form: string
  readonly key: string
}

/** A phone that stores items by the code of one release, and sends them by that of any release. */
export interface ReleasePhone {
  /** Whom the phone belongs to: the subject of the submissions, as the database has it. */
  readonly subject: string
  /** Everything that was ever stored. */
  readonly held: readonly HeldItem[]
  /** Store an item of a form by the outbox of this release. */
  readonly hold: (
    by: ReleaseOutbox,
    form: string,
    payload: unknown,
    more?: MoreOfItem,
  ) => Promise<number>
  /** Store a file for a form. */
  readonly holdFile: (
    by: ReleaseOutbox,
    form: string,
    bytes: Buffer,
  ) => Promise<CampusFormAttachment>
  /** Send once, with a network that fails after this many requests. */
  readonly sendSome: (by: ReleaseOutbox, requests: number) => Promise<void>
  /** Send until nothing waits. Fails if something is refused. */
  readonly sendAll: (by: ReleaseOutbox) => Promise<void>
  /** Fail unless the phone has a receipt for everything that it stored. */
  readonly assertSent: (by: ReleaseOutbox) => Promise<void>
}

/** What an item can have besides its payload. */
interface MoreOfItem {
  /** The order of the item that must arrive first. */
  readonly dependsOn?: number
}

const MOST_ROUNDS = 40
const LOST_ANSWERS = 0.05

/** Load the outbox of the release in this folder. */
export async function loadOutboxOf(folder: string, name: string): Promise<ReleaseOutbox> {
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href)
  const page = await load('tests/support/offline/offline-page.ts')
  const files = 'src/offline/outbox/attachments.ts'
  return {
    name,
    openPage: page.openOfflinePage,
    addFile: existsSync(join(folder, files)) ? (await load(files)).addPickedAttachment : undefined,
  }
}

/** A phone that is bound to a person, whose requests go to the campus at `url`. */
export function openReleasePhone(
  url: string,
  { role, code, token }: { role: 'student' | 'staff'; code: string; token: string },
): ReleasePhone {
  const storage = `phone-${randomUUID()}`
  const clock = { now: Date.now() }
  const held: HeldItem[] = []
  let requestsLeft = 0
  // Some answers are lost, so that a request is repeated, perhaps to the other release.
  const network: typeof fetch = async (input, init) => {
    if (requestsLeft <= 0) throw new TypeError('no network')
    requestsLeft -= 1
    const request = new Request(input, init)
    const answer = await fetch(new Request(request.url.replace('http://campus.test', url), request))
    if (Math.random() < LOST_ANSWERS) {
      await answer.arrayBuffer()
      throw new TypeError('the answer was lost')
    }
    return answer
  }
  const open = (by: ReleaseOutbox) =>
    by.openPage({ fetch: network, clock, storage, random: Math.random, echoesKeys: true })
  const round = async (by: ReleaseOutbox, requests: number) => {
    const page = open(by)
    await page.bind(code, token)
    requestsLeft = requests
    clock.now = Math.max(clock.now + 60_000, Date.now())
    await page.sendRound({ trigger: 'manual' })
    return page.outbox.list(code)
  }
  return {
    subject: `${role}:${code}`,
    held,
    hold: async (by, form, payload, more = {}) => {
      const saved = await open(by).outbox.add({ form, subject: code, payload, ...more })
      if (saved.type !== 'saved') throw new Error(`${form} was not stored: ${saved.type}`)
      const item = (await open(by).outbox.list(code)).find(({ order }) => order === saved.order)
      if (item === undefined) throw new Error(`${form} was stored and is not there`)
      held.push({ form, key: item.key })
      return saved.order
    },
    holdFile: async (by, form, bytes) => {
      const attachment = {
        id: randomUUID(),
        name: '证明.pdf',
        type: 'application/pdf',
        bytes: bytes.byteLength,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      }
      const saved = await by.addFile?.(open(by).database, {
        attachment: { ...attachment, subject: code, form },
        bytes: new Uint8Array(bytes).buffer,
      })
      if (saved?.type !== 'saved') throw new Error('the file was not stored')
      return attachment
    },
    sendSome: async (by, requests) => void (await round(by, requests)),
    sendAll: async (by) => {
      for (let rounds = 0; ; rounds++) {
        const left = await round(by, Infinity)
        const asking = left.filter(({ state }) => !['waiting', 'sending', 'later'].includes(state))
        if (asking.length > 0 || (left.length > 0 && rounds > MOST_ROUNDS))
          throw new Error(`${code} by ${by.name}: ${JSON.stringify(left.map(describeItem))}`)
        if (left.length === 0) return
      }
    },
    assertSent: async (by) => {
      const receipts = new Set((await open(by).outbox.receipts(code)).map(({ key }) => key))
      const missing = held.filter(({ key }) => !receipts.has(key))
      if (missing.length > 0)
        throw new Error(`${code} has no receipt of ${JSON.stringify(missing)}`)
    },
  }
}

const describeItem = ({ form, state, lastProblem, attempts }: OutboxItem) => ({
  form,
  state,
  lastProblem,
  attempts,
})
