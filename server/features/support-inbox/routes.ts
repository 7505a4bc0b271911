import { OFFICE_ROLES } from '#contract/roles'
import type { supportInbox } from '#contract/support-inbox'
import type { LogDetails } from '#i18n/audit-changes'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { inboxConflictTexts } from '#i18n/support-inbox'
import { supportInboxServerTexts as texts } from '#i18n/support-inbox-server'
import { fillTemplateText } from '#i18n/translate'
import { addSeconds, toChinaMinute, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  type HandlerRequest,
  staffHandler,
  succeed,
  type Handlers,
  type HandlerResult,
  refuse,
} from '../../platform/http/handler.ts'
import { versionTag } from '../../platform/records/versioned-write.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { notifyPerson } from '../notices/public.ts'
import { recordAuditEntry, listOrSearch } from '../office/public.ts'
import { canReadAllEntries, type InboxReader, toAssignee } from './readable-entries.ts'
import * as store from './store.ts'

const PAGE = 50

type StaffRequest<I> = HandlerRequest<I> & { readonly caller: InboxReader }

/**
 * The handlers of the office's inbox. Each action is logged with the author of the entry. An answer
 * is sent to that author as a notice.
 */
export const supportInboxHandlers: Handlers<typeof supportInbox> = {
  list: staffHandler(async (ask) => {
    const { input, caller, db, tools } = ask
    const { state, find, category, mine } = input
    const holder =
      mine || !canReadAllEntries(caller, tools.settings)
        ? toAssignee(caller, tools.settings)
        : undefined
    const place = decodeCursor(input.after)
    const rows = () =>
      store.findInboxEntries(db, { state, find, category, holder }, { after: place, most: PAGE })
    const found = await listOrSearch(ask, 'inbox.search', rows)
    if ('type' in found) return found
    const last = found.length < PAGE ? undefined : found.at(-1)
    return succeed({
      entries: found.map(entryOf),
      next: last === undefined ? '' : encodeCursor(last),
    })
  }),

  categories: staffHandler(async ({ caller, db, tools: { settings } }) => {
    const holder = canReadAllEntries(caller, settings) ? undefined : toAssignee(caller, settings)
    return succeed({ categories: await store.countCategories(db, holder) })
  }),

  find: staffHandler(async ({ input, caller, db, tools }) => {
    const name = nameOf(input.id)
    const found = await readable(db, { caller, tools }, name)
    if (found === undefined) return refuse(refusalTexts.notFound)
    const events = await store.findInboxEvents(db, name)
    const entry = {
      ...entryOf(found),
      history: events.map(({ id, act, content, at, by, to, to_role }) => ({
        id: String(id),
        act,
        content,
        at: toChinaMinute(at),
        by: by ?? '',
        to: to ?? '',
        toRole: officeRole(to_role),
      })),
      pictures: await store.findPictures(db, name),
    }
    return succeed({ entry }, versionOf(input.id, events))
  }),

  colleagues: async ({ db }) => succeed({ colleagues: await store.findColleagues(db) }),

  assign: staffHandler(async (ask) => {
    const { input, staff, db, now } = ask
    const opened = await openForChange(ask)
    if ('type' in opened) return opened
    const { role } = input
    const colleague = (await store.findColleagues(db)).find(({ code }) => code === input.staff)
    if (input.staff !== '' && colleague === undefined) return refuse(refusalTexts.notFound)
    if (input.staff !== '' && role !== '') return refuse(commonTexts.badField)
    const given = { assigned_to: colleague?.code ?? null, assigned_role: role === '' ? null : role }
    await record(ask, opened, {
      doing: { act: 'assign', toStaff: given.assigned_to, toRole: given.assigned_role },
      standing: given,
      details: { to: input.staff, ...(role !== '' && { role }) },
    })
    if (colleague !== undefined && colleague.code !== staff.code)
      await notifyPerson(db, {
        subject: `staff:${colleague.code}`,
        title: texts.givenTitle,
        content: texts.givenText,
        now,
      })
    return succeed({})
  }),

  answer: staffHandler(async (ask) => {
    const { input, db, now } = ask
    const opened = await openForChange(ask)
    if ('type' in opened) return opened
    const { found } = opened
    if (found.closed_at !== null) return refuse(texts.reopenFirst)
    const { content } = input
    await record(ask, opened, { doing: { act: 'answer', content }, standing: { answered_at: now } })
    const isComplaint = found.kind === 'complaint'
    const said = isComplaint
      ? fillTemplateText(texts.answeredText, found.content, content)
      : { zh: content, en: content }
    await notifyPerson(db, {
      subject: found.subject,
      title: isComplaint ? texts.answeredTitle : texts.serviceTitle,
      content: said,
      topic: 'answer',
      now,
    })
    return succeed({})
  }),

  close: staffHandler(async (ask) => {
    const { db, now, tools } = ask
    const opened = await openForChange(ask)
    if ('type' in opened) return opened
    const { found } = opened
    if (found.closed_at !== null) return refuse(texts.closedAlready)
    if (found.answered_at === null) return refuse(texts.answerFirst)
    await record(ask, opened, { doing: { act: 'close' }, standing: { closed_at: now } })
    const days = tools.settings.complaintReopenDays
    // A request for customer service has no text that could be reopened.
    if (found.kind === 'complaint') {
      const until = toChinaMinute(addSeconds(now, days * DAY_SECONDS))
      const text = days === 0 ? texts.closedForGood : texts.closedText
      await notifyPerson(db, {
        subject: found.subject,
        title: texts.closedTitle,
        content: fillTemplateText(text, found.content, until),
        topic: 'answer',
        now,
      })
    }
    return succeed({})
  }),

  reopen: staffHandler(async (ask) => {
    const opened = await openForChange(ask)
    if ('type' in opened) return opened
    if (opened.found.answered_at === null) return refuse(texts.openAlready)
    await record(ask, opened, {
      doing: { act: 'reopen' },
      standing: { answered_at: null, closed_at: null },
    })
    return succeed({})
  }),

  picture: async ({ key, caller, db, tools }) => {
    if (caller.role !== 'staff') return { type: 'forbidden' }
    const found = await store.findPicture(db, key)
    if (found === undefined) return { type: 'missing' }
    const entry = await readable(db, { caller, tools }, { kind: 'complaint', id: found.advice_id })
    return entry === undefined
      ? { type: 'missing' }
      : { type: 'file', bytes: new Uint8Array(found.bytes), contentType: found.type }
  },
}

async function readable(
  db: Db,
  { caller, tools: { settings } }: { caller: InboxReader; tools: { settings: Settings } },
  name: store.InboxEntryRef,
) {
  const found = await store.findInboxEntry(db, name)
  if (found === undefined || canReadAllEntries(caller, settings)) return found
  const { code, roles } = toAssignee(caller, settings)
  const isGiven = found.assigned_to === code || roles.some((role) => role === found.assigned_role)
  return isGiven ? found : undefined
}

// Stores an action in the entry's history and in the audit log.
async function record(
  { input, caller, db, now }: StaffRequest<{ id: string }>,
  { found, name }: { found: store.InboxEntryRow; name: store.InboxEntryRef },
  {
    doing,
    standing,
    details = {},
  }: {
    doing: Omit<store.EntryAction, 'staff' | 'now'>
    standing: store.EntryStatusChange
    details?: LogDetails
  },
): Promise<void> {
  const staff = caller.staff.code
  await store.recordInboxEvent(db, name, { ...doing, staff, now }, standing)
  await recordAuditEntry(db, {
    staff,
    action: `inbox.${doing.act}`,
    about: found.subject,
    details: { entry: input.id, ...details },
    now,
  })
}

// Serializes changes of an entry. A second concurrent change gets a conflict with the result of the
// first.
async function openForChange({
  input,
  caller,
  db,
  ifMatch,
  tools,
}: StaffRequest<{ id: string }>): Promise<
  | { found: store.InboxEntryRow; name: store.InboxEntryRef }
  | Extract<HandlerResult<never>, { type: 'stale' | 'refused' }>
> {
  const name = nameOf(input.id)
  await store.lockInboxEntry(db, name)
  const found = await readable(db, { caller, tools }, name)
  if (found === undefined) return refuse(refusalTexts.notFound)
  const events = await store.findInboxEvents(db, name)
  const etag = versionOf(input.id, events)
  if (ifMatch === undefined || ifMatch === etag) return { found, name }
  const last = events.at(-1)
  if (last === undefined) return { type: 'stale', etag }
  return { type: 'stale', etag, says: inboxConflictTexts[last.act](last.by ?? '') }
}

const entryOf = (found: store.InboxEntryRow) => ({
  id: `${found.kind}-${found.id}`,
  kind: found.kind,
  content: found.content,
  writtenAt: toChinaMinute(found.created_at),
  name: found.name ?? '',
  number: found.number ?? '',
  department: found.department ?? '',
  staff: found.assigned_to ?? '',
  staffName: found.reader_name ?? '',
  role: officeRole(found.assigned_role),
  category: found.category_name ?? '',
  state: store.toInboxState(found),
})

const officeRole = (role: string | null) => OFFICE_ROLES.find((one) => one === role) ?? ''

function nameOf(id: string): store.InboxEntryRef {
  const [kind = '', number = ''] = id.split('-')
  return { kind: kind === 'service' ? 'service' : 'complaint', id: Number(number) }
}

const versionOf = (id: string, events: readonly unknown[]) =>
  versionTag(`inbox-${id}`, events.length)

const encodeCursor = ({ answered_at, created_at, kind, id }: store.InboxEntryRow) =>
  [Number(answered_at !== null), created_at.getTime(), kind, id].join('.')

function decodeCursor(text: string): store.InboxCursor | undefined {
  const [, answered, at, kind, id] = /^([01])\.(\d{1,15})\.([a-z]+)\.(\d{1,9})$/.exec(text) ?? []
  return kind === undefined
    ? undefined
    : { answered: answered === '1', at: new Date(Number(at)), kind, id: Number(id) }
}
