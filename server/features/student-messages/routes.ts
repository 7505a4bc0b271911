import { EVERY_STUDENT, type Audience } from '#contract/audiences'
import { PREVIEWED_STUDENTS, type studentMessages } from '#contract/student-messages'
import { refusalTexts } from '#i18n/refusals'
import { stationServerTexts } from '#i18n/stations-server'
import { studentMessageTexts as texts } from '#i18n/student-messages'
import { fillTemplateText } from '#i18n/translate'
import {
  type HandlerRequest,
  type Handlers,
  refuse,
  staffHandler,
  succeed,
} from '../../platform/http/handler.ts'
import { listActiveCallerRoles } from '../../platform/http/permissions.ts'
import { findAudienceCodes, findAudienceScope, selectAudience } from '../audiences/public.ts'
import { findCampusRules } from '../campus-rules/public.ts'
import { UnreadableFileError } from '../imports/public.ts'
import { countTextMessages, listOrder, openChannels } from '../message-channels/public.ts'
import { endDeliveries, notifyGroup, toTextLines, withdrawNotice } from '../notices/public.ts'
import { auditedHandler } from '../office/public.ts'
import { findCurrentSteps } from '../onboarding-progress/public.ts'
import { DORMITORY, listStations } from '../stations/public.ts'
import { describeAudience, findAudienceNames } from './describe-audience.ts'
import * as store from './store.ts'
import { findStudentLists, storeStudentList } from './student-lists.ts'

const PAGE = 30
/** The roles that see the steps of students, and so may choose students by them. */
const STEP_ROLES: ReadonlySet<string> = new Set(['administrator', 'admissions', 'counsellor'])
const ROLES_FOR_ALL_MESSAGES: ReadonlySet<string> = new Set(['administrator', 'admissions'])

/** The handlers of messages to audiences. Every role reaches only the students whom it may see. */
export const studentMessageHandlers: Handlers<typeof studentMessages> = {
  choices: staffHandler(async (ask) => {
    const { db, now, language, staff, tools } = ask
    const scope = await findAudienceScope(ask)
    const { messages: rule } = await findCampusRules(ask)
    const stations = await listStations(db)
    const steps = maySeeSteps(ask) ? await findCurrentSteps(db) : []
    return succeed({
      choices: {
        ...(await store.findChoices(db, { scope, now })),
        stations: [
          ...stations.map(({ id, name }) => ({ value: id, label: name })),
          { value: DORMITORY, label: stationServerTexts.dormitory[language] },
        ],
        steps: steps.map(({ id, title }) => ({ value: String(id), label: title })),
        lists: (await findStudentLists(db, staff.code)).map(({ id, name }) => ({
          value: id,
          label: name,
        })),
      },
      order: listOrder(rule, openChannels(tools.settings, tools)).map(({ name }) => name),
    })
  }),

  preview: staffHandler(async (ask) => {
    const { db, input, now, tools } = ask
    const wrong = await findAudienceProblem(ask, input.audience)
    if (wrong !== undefined) return wrong
    const { messages: rule } = await findCampusRules(ask)
    const wanted = { audience: input.audience, scope: await findAudienceScope(ask), now }
    const audience = selectAudience(db, wanted)
    const students = await audience
      .select((e) => [
        e.fn.coalesce('student.number', 'student.exam_number', e.val('')).as('number'),
        'student.name',
        'student.class_name as className',
      ])
      .orderBy('student.code')
      .limit(PREVIEWED_STUDENTS)
      .execute()
    const codes = await findAudienceCodes(db, wanted)
    return succeed({
      count: codes.length,
      textMessages: await countTextMessages(db, {
        order: listOrder(rule, openChannels(tools.settings, tools)),
        students: codes,
      }),
      textMessageFen: tools.settings.messages.smsPriceFen,
      students: students.map(({ number, name, className }) => ({
        number: number.replaceAll(/(?<=.{2}).(?=.{2})/g, '*'),
        name: `${name.slice(0, 1)}${'*'.repeat(Math.max(1, name.length - 1))}`,
        className,
      })),
    })
  }),

  upload: auditedHandler(async (ask) => {
    const { db, input, staff, now, audit } = ask
    try {
      const scope = await findAudienceScope(ask)
      const stored = await storeStudentList(db, { ...input, staff: staff.code, scope, now })
      if (stored === undefined) return refuse(texts.noNumbers)
      const { id, ...found } = stored
      await audit({ action: 'reach.upload', details: { file: input.name, told: found.count } })
      return succeed({ id, name: input.name, ...found })
    } catch (error) {
      if (error instanceof UnreadableFileError) return refuse(texts.unreadable)
      throw error
    }
  }),

  send: auditedHandler(async (ask) => {
    const { db, input, staff, now, audit } = ask
    const { audience, title, content, titleEn, contentEn, important, seen } = input
    const wrong = await findAudienceProblem(ask, audience)
    if (wrong !== undefined) return wrong
    const students = await findAudienceCodes(db, {
      audience,
      scope: await findAudienceScope(ask),
      now,
    })
    if (students.length === 0) return refuse(texts.nobody)
    // Nobody is told whom the sender has not seen counted.
    if (students.length !== seen) return refuse(fillTemplateText(texts.changed, students.length))
    const id = await notifyGroup(db, {
      students,
      audience,
      title: { zh: title, en: titleEn },
      content: { zh: content, en: contentEn },
      topic: 'message',
      important,
      by: staff.code,
      now,
    })
    await audit({
      action: 'reach.send',
      about: `notice:${id}`,
      reason: title,
      details: {
        told: students.length,
        ...(important && { reason: texts.important.zh }),
        content: describeAudience(audience, {
          names: await findAudienceNames(db, 'zh'),
          language: 'zh',
        }),
      },
    })
    return succeed({ told: students.length })
  }),

  list: staffHandler(async (ask) => {
    const { db, input, staff, language } = ask
    const rows = await store.findSentMessages(db, {
      by: senderOf(ask, staff),
      before: input.after,
      most: PAGE,
    })
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    const names = await findAudienceNames(db, language)
    return succeed({
      messages: rows.map(({ published_at, group_value, content, ...row }) => ({
        ...row,
        at: published_at.toISOString(),
        content: toTextLines(content),
        audience: describeAudience({ ...EVERY_STUDENT, ...group_value }, { names, language }),
      })),
      next: last === undefined ? '' : store.cursorAfter(last.published_at, last.id),
    })
  }),

  withdraw: auditedHandler(async (ask) => {
    const { db, input, staff, now, audit } = ask
    const { id, reason } = input
    const message = await store.lockSentMessage(db, { id, by: senderOf(ask, staff) })
    if (message === undefined) return refuse(refusalTexts.notFound)
    if (message.withdrawn_at !== null) return refuse(texts.alreadyWithdrawn)
    await withdrawNotice(db, { id, version: message.version + 1, now })
    await endDeliveries(db, { id, now })
    await audit({
      action: 'reach.withdraw',
      about: `notice:${id}`,
      reason,
      details: { title: message.title },
    })
    return succeed({})
  }),

  ofStudent: staffHandler(async ({ db, input }) => {
    const { student, after: before } = input
    const rows = await store.findReceivedMessages(db, { student, before, most: PAGE })
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    return succeed({
      messages: rows.map(({ at, read_at, attempts, ...row }) => ({
        ...row,
        at: at.toISOString(),
        readAt: read_at?.toISOString() ?? '',
        attempts: attempts.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
      })),
      next: last === undefined ? '' : store.cursorAfter(last.at, last.id),
    })
  }),
}

type StaffRequest = Pick<HandlerRequest<unknown>, 'caller' | 'tools' | 'db'>

const rolesOf = ({ caller, tools }: StaffRequest): readonly string[] =>
  caller.role === 'staff' ? listActiveCallerRoles(caller, tools.settings) : []
// Whose messages the caller manages: undefined for those of all senders.
const senderOf = (ask: StaffRequest, { code }: { code: string }): string | undefined =>
  rolesOf(ask).some((role) => ROLES_FOR_ALL_MESSAGES.has(role)) ? undefined : code
const maySeeSteps = (ask: StaffRequest) => rolesOf(ask).some((role) => STEP_ROLES.has(role))

// Explains why the caller may not use an audience: a condition on what the role does not see, or
// somebody else's list.
async function findAudienceProblem(ask: StaffRequest, { step, list }: Audience) {
  if (step !== '' && !maySeeSteps(ask)) return { type: 'forbidden' } as const
  if (list === '' || ask.caller.role !== 'staff') return undefined
  const own = await findStudentLists(ask.db, ask.caller.staff.code)
  return own.some(({ id }) => id === list) ? undefined : refuse(texts.listGone)
}
