import type { inbox } from '#contract/inbox'
import { inboxWords } from '#words/inbox'
import { inboxServerWords as words } from '#words/inbox-server'
import { refusalWords } from '#words/refusal'
import { chinaMinute } from '../../platform/clock.ts'
import { tagOf } from '../../platform/database/versions.ts'
import { byStaff, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { partsOf } from '../../platform/http/permissions.ts'
import type { Caller } from '../../platform/sessions/session.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { notify } from '../notices/face.ts'
import { noteDeed, searched } from '../office/face.ts'
import * as store from './store.ts'

const PAGE = 50

type Staff = Extract<Caller, { role: 'staff' }>

/**
 * The inbox of the office. Each action stands in the log under who wrote; an answer goes to them as
 * a notice of their own.
 */
export const inboxHandlers: Handlers<typeof inbox> = {
  list: byStaff(async (ask) => {
    const { input, caller, staff, db, tools } = ask
    const { state, find, mine } = input
    const own = mine || !readsAll(caller, tools.settings) ? staff.code : undefined
    const after = readPlace(input.after)
    const rows = () => store.findEntries(db, { state, find, staff: own }, { after, most: PAGE })
    const found =
      find === ''
        ? await rows()
        : await searched(ask, { action: 'inbox.search', find, after: input.after, rows })
    if ('type' in found) return found
    const last = found.length < PAGE ? undefined : found.at(-1)
    return good({ entries: found.map(entryOf), next: last === undefined ? '' : spellPlace(last) })
  }),

  find: byStaff(async ({ input, caller, db, tools }) => {
    const name = nameOf(input.id)
    const found = await readable(db, { caller, tools }, name)
    if (found === undefined) return refused(refusalWords.notFound)
    const answers = await store.findAnswers(db, name)
    const entry = {
      ...entryOf(found),
      answers: answers.map(({ id, content, answered_at, name: by }) => ({
        id: String(id),
        content,
        answeredAt: chinaMinute(answered_at),
        by,
      })),
    }
    return good({ entry }, versionOf(input.id, answers))
  }),

  colleagues: async ({ db }) => good({ colleagues: await store.findColleagues(db) }),

  assign: byStaff(async ({ input, caller, staff, db, now, tools }) => {
    const name = nameOf(input.id)
    await store.holdEntry(db, name)
    const found = await readable(db, { caller, tools }, name)
    const colleague = (await store.findColleagues(db)).find(({ code }) => code === input.staff)
    if (found === undefined || (input.staff !== '' && colleague === undefined))
      return refused(refusalWords.notFound)
    await store.assign(db, name, colleague?.code ?? null)
    await noteDeed(db, {
      staff: staff.code,
      action: 'inbox.assign',
      about: found.subject,
      details: { entry: input.id, to: input.staff },
      now,
    })
    if (colleague !== undefined && colleague.code !== staff.code)
      await notify(db, {
        subject: `staff:${colleague.code}`,
        title: words.givenTitle.zh,
        content: words.givenText.zh,
        titleEn: words.givenTitle.en,
        contentEn: words.givenText.en,
        now,
      })
    return good({})
  }),

  answer: byStaff(async ({ input, caller, staff, db, now, ifMatch, tools }) => {
    const name = nameOf(input.id)
    await store.holdEntry(db, name)
    const found = await readable(db, { caller, tools }, name)
    if (found === undefined) return refused(refusalWords.notFound)
    const etag = versionOf(input.id, await store.findAnswers(db, name))
    if (ifMatch !== undefined && ifMatch !== etag)
      return { type: 'stale', etag, says: inboxWords.answeredMeanwhile }
    const { content } = input
    await store.answer(db, name, { staff: staff.code, content, now })
    await noteDeed(db, {
      staff: staff.code,
      action: 'inbox.answer',
      about: found.subject,
      details: { entry: input.id },
      now,
    })
    const isComplaint = found.kind === 'complaint'
    const title = isComplaint ? words.answeredTitle : words.serviceTitle
    const said = isComplaint
      ? {
          zh: words.answeredText.zh(found.content, content),
          en: words.answeredText.en(found.content, content),
        }
      : { zh: content, en: content }
    await notify(db, {
      subject: found.subject,
      title: title.zh,
      content: said.zh,
      titleEn: title.en,
      contentEn: said.en,
      now,
    })
    return good({})
  }),
}

// The dormitory office reads what was given to it.
const readsAll = (caller: Staff, settings: Settings): boolean => {
  const parts = partsOf(caller, settings)
  return parts.includes('administrator') || parts.includes('admissions')
}

async function readable(
  db: Parameters<typeof store.findEntry>[0],
  { caller, tools: { settings } }: { caller: Staff; tools: { settings: Settings } },
  name: store.Name,
) {
  const found = await store.findEntry(db, name)
  const may = readsAll(caller, settings) || found?.assigned_to === caller.staff.code
  return may ? found : undefined
}

const entryOf = (found: store.Found) => ({
  id: `${found.kind}-${found.id}`,
  kind: found.kind,
  content: found.content,
  writtenAt: chinaMinute(found.created_at),
  name: found.name ?? '',
  number: found.number ?? '',
  department: found.department ?? '',
  staff: found.assigned_to ?? '',
  staffName: found.reader_name ?? '',
  answered: found.answered_at !== null,
})

function nameOf(id: string): store.Name {
  const [kind = '', number = ''] = id.split('-')
  return { kind: kind === 'service' ? 'service' : 'complaint', id: Number(number) }
}

const versionOf = (id: string, answers: readonly unknown[]) => tagOf(`inbox-${id}`, answers.length)

const spellPlace = ({ answered_at, created_at, kind, id }: store.Found) =>
  [Number(answered_at !== null), created_at.getTime(), kind, id].join('.')

function readPlace(text: string): store.Place | undefined {
  const [, answered, at, kind, id] = /^([01])\.(\d{1,15})\.([a-z]+)\.(\d{1,9})$/.exec(text) ?? []
  return kind === undefined
    ? undefined
    : { answered: answered === '1', at: new Date(Number(at)), kind, id: Number(id) }
}
