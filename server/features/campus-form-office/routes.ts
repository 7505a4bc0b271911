import * as v from 'valibot'
import type { CallInput, CallOutput } from '#contract/call'
import { selectWording } from '#contract/campus-form-definition'
import { campusFormStepPage, queuedCampusFormName } from '#contract/campus-form-names'
import type { campusFormOffice } from '#contract/campus-form-office'
import { CampusFormSubmission } from '#contract/campus-form-submission'
import { stateOfWindow } from '#contract/campus-rules'
import { campusFormOfficeTexts as texts } from '#i18n/campus-form-office'
import { greenChannelReviewServerTexts } from '#i18n/green-channel-review-server'
import { onboardingProgressTexts } from '#i18n/onboarding-progress'
import { fillTemplateText } from '#i18n/translate'
import { toChinaMinute } from '../../platform/clock.ts'
import {
  type HandlerRequest,
  type Handlers,
  refuse,
  staffDownloadHandler,
  succeed,
} from '../../platform/http/handler.ts'
import { listActiveCallerRoles } from '../../platform/http/permissions.ts'
import { lockStudent, versionTag } from '../../platform/records/versioned-write.ts'
import {
  findAnswers,
  findNewestVersions,
  findPublishedVersion,
  type PublishedForm,
} from '../campus-forms/public.ts'
import { notifyPerson } from '../notices/public.ts'
import { auditedHandler, listOrSearch, recordAuditEntry } from '../office/public.ts'
import { findStepOfPage, markPageStepDone, reopenPageStep } from '../onboarding-steps/public.ts'
import { remindStudents } from '../text-messages/public.ts'
import { answersExport } from './export-answers.ts'
import { toFileName, writeFileArchive } from './file-archive.ts'
import { listChoiceQuestions, listItems, maskAnswers, titleOf } from './form-columns.ts'
import * as store from './store.ts'

const PAGE = 50
const NOBODY = { expected: 0, others: 0, submitted: 0, pending: 0, approved: 0, rejected: 0 }

type Asked = Pick<HandlerRequest<unknown>, 'caller' | 'tools'>

// A reviewer reads the forms that need a review, and no others.
const canRead = (ask: Asked, { settings }: PublishedForm): boolean =>
  settings.isReviewed ||
  listActiveCallerRoles(ask.caller, ask.tools.settings).some(
    (role) => role === 'administrator' || role === 'admissions',
  )

async function findReadableForm(
  ask: Asked & Pick<HandlerRequest<unknown>, 'db'>,
  form: string,
): Promise<PublishedForm | undefined> {
  const found = await findPublishedVersion(ask.db, form)
  return found !== undefined && canRead(ask, found) ? found : undefined
}

const nameStaff = ({ byName, by }: { byName: string | null; by: string }) =>
  `${byName ?? ''} ${by}`.trim()

const reviewTag = (form: string, { version, state }: { version: number; state: string }) =>
  versionTag(`${form}-${state}`, version)

/** The handlers of answers to the forms of the campus, in the office. */
export const campusFormOfficeHandlers: Handlers<typeof campusFormOffice> = {
  forms: async (ask) => {
    const counts = await store.countAnswers(ask.db, ask.now)
    const forms = []
    for (const one of await findNewestVersions(ask.db)) {
      if (!canRead(ask, one)) continue
      const { form, version, definition, settings, retiredAt } = one
      forms.push({
        form,
        title: definition.title,
        version,
        isReviewed: settings.isReviewed,
        isRetired: retiredAt !== null,
        ...(counts.get(form) ?? NOBODY),
      })
    }
    return succeed({ forms, departments: await store.findDepartments(ask.db) })
  },

  list: async (ask) => {
    const { db, input, now } = ask
    if ((await findReadableForm(ask, input.form)) === undefined) return refuse(texts.unknownForm)
    const found = await listOrSearch(ask, 'formAnswers.search', () =>
      store.findAnsweringStudents(db, { ...input, now, most: PAGE }),
    )
    if ('type' in found) return found
    return succeed({
      students: found.map(({ state, at, ...row }) => ({
        ...row,
        state: state ?? 'none',
        at: at?.toISOString() ?? '',
      })),
      next: found.length < PAGE ? '' : (found.at(-1)?.student ?? ''),
    })
  },

  ofStudent: async (ask) => {
    const { db, input, now } = ask
    const published = new Map((await findNewestVersions(db)).map((one) => [one.form, one]))
    const rows = await store.findFormsOfStudent(db, input.student, now)
    return succeed({
      forms: rows.flatMap(({ form, state, at }) => {
        const one = published.get(form)
        return one === undefined || !canRead(ask, one)
          ? []
          : [
              {
                form,
                title: one.definition.title,
                at: at?.toISOString() ?? '',
                state: state ?? ('none' as const),
              },
            ]
      }),
    })
  },

  one: auditedHandler<
    CallInput<typeof campusFormOffice.one>,
    CallOutput<typeof campusFormOffice.one>
  >(async (ask) => {
    const { db, input, audit } = ask
    const { form, student } = input
    const newest = await findReadableForm(ask, form)
    if (newest === undefined) return refuse(texts.unknownForm)
    const found = await store.findStudentOfForm(db, { form, student })
    if (found === undefined) return succeed({ answers: null })
    const lines = (
      await store.findGivenAnswers(db, { history: queuedCampusFormName(form), student })
    ).map(({ payload, ...line }) => ({
      ...line,
      submission: v.parse(CampusFormSubmission.schema, payload),
    }))
    const numbers = lines.map(({ submission }) => submission.version)
    const versions = await store.findVersions(db, form, numbers)
    const decisions = await store.findDecisions(db, { form, student })
    const given = lines.flatMap(({ submission, ...line }) => {
      const { version, answers, attachments } = submission
      const compiled = versions.get(version)
      return compiled === undefined
        ? []
        : [
            {
              version,
              at: line.at.toISOString(),
              origin: line.origin,
              by: line.origin === 'phone' ? '' : nameStaff(line),
              answers: maskAnswers(compiled, answers),
              attachments,
              decisions: decisions
                .filter((one) => one.version === line.version && one.at >= line.at)
                .map((one) => ({
                  state:
                    one.action === store.DECISIONS.approved
                      ? ('approved' as const)
                      : ('rejected' as const),
                  reason: one.reason,
                  by: nameStaff(one),
                  at: one.at.toISOString(),
                })),
            },
          ]
    })
    await audit({
      action: 'formAnswers.open',
      about: `student:${student}`,
      details: { form },
    })
    const { state, version, ...person } = found
    return succeed(
      {
        answers: {
          ...person,
          isReviewed: newest.settings.isReviewed,
          state: state ?? 'none',
          given,
          versions: [...versions].map(([number, { definition }]) => ({
            version: number,
            definition,
          })),
        },
      },
      state === null || version === null ? undefined : reviewTag(form, { state, version }),
    )
  }),

  decide: auditedHandler(async (ask) => {
    const { db, input, now, staff, ifMatch, audit } = ask
    const { form, student, state, reason } = input
    const newest = await findReadableForm(ask, form)
    if (newest === undefined) return refuse(texts.unknownForm)
    if (!newest.settings.isReviewed) return refuse(texts.notReviewed)
    // Answers that arrive at the same time wait, or are decided as they are then.
    await lockStudent(db, student)
    const held = await findAnswers(db, { form, student })
    if (held === undefined) return refuse(texts.notAnswered)
    if (ifMatch !== reviewTag(form, held))
      return { type: 'stale', etag: reviewTag(form, held), says: texts.meanwhile }
    await store.recordDecision(db, {
      form,
      student,
      state,
      reason,
      reviewed_by: staff.code,
      reviewed_at: now,
    })
    await (state === 'approved' ? markPageStepDone : reopenPageStep)(db, {
      student,
      page: campusFormStepPage(form),
      now,
    })
    await audit({
      action: store.DECISIONS[state],
      about: `student:${student}`,
      reason,
      details: { form, version: held.version, before: { state: held.state }, after: { state } },
    })
    await notifyPerson(db, {
      subject: `student:${student}`,
      ...describeDecision(newest, { state, reason, now }),
      topic: 'decision',
      now,
    })
    return succeed({})
  }),

  sums: async (ask) => {
    const { db, input, now } = ask
    if ((await findReadableForm(ask, input.form)) === undefined) return refuse(texts.unknownForm)
    const versions = await store.findVersions(db, input.form, 'answered')
    const questions = listChoiceQuestions(versions)
    const rows = await store.countChoices(
      db,
      { ...input, now },
      [...questions.values()].flatMap(({ counted }) => counted),
    )
    const counts = new Map(rows.map((row) => [`${row.question} ${row.choice}`, row.count]))
    const items = listItems(versions)
    return succeed({
      sums: [...questions].flatMap(([name, { title, choices }]) =>
        [...choices].map(([choice, label]) => ({
          key: `${name} ${choice}`,
          question: title,
          choice: label,
          count: counts.get(`${name} ${choice}`) ?? 0,
        })),
      ),
      repetitions: items.flatMap((item) =>
        item.type === 'repetition' ? [{ name: item.name, title: titleOf(item) }] : [],
      ),
      hasFiles: [...versions.values()].some(({ items: all }) =>
        [...all.values()].some(({ item }) => ['file', 'picture', 'statement'].includes(item.type)),
      ),
    })
  },

  export: answersExport,

  files: staffDownloadHandler(async ({ input, db, now, language, staff }) => {
    const newest = await findPublishedVersion(db, input.form)
    if (newest === undefined) return refuse(texts.unknownForm)
    const files = await store.findAnswerFiles(db, { ...input, now })
    await recordAuditEntry(db, {
      staff: staff.code,
      action: 'exports.formFiles',
      details: { filter: input, files: files.length },
      now,
    })
    const title = toFileName(selectWording(newest.definition.title, language))
    return {
      type: 'made',
      name: `${title} ${toChinaMinute(now).replace(':', '')}.zip`,
      contentType: 'application/zip',
      chunks: writeFileArchive(db, files, {
        versions: await store.findVersions(db, input.form, 'answered'),
        language,
      }),
    }
  }),

  remind: auditedHandler(async (ask) => {
    const { db, input, now, audit } = ask
    const { form, title, content, department } = input
    if ((await findReadableForm(ask, form)) === undefined) return refuse(texts.unknownForm)
    const students = await store.findUnansweredCodes(db, { form, department, now })
    if (students.length === 0) return refuse(texts.everybodyDone)
    const step = await findStepOfPage(db, campusFormStepPage(form))
    const told = await remindStudents({ db, now }, students, { of: step ?? form, title, content })
    if (told === 0) return refuse(onboardingProgressTexts.remindedToday)
    await audit({
      action: 'formAnswers.remind',
      about: `campusForm:${form}`,
      reason: title,
      details: { department, told },
    })
    return succeed({ told })
  }),
}

/** The notice that tells the student about a decision, in both languages. */
function describeDecision(
  form: PublishedForm,
  { state, reason, now }: { state: 'approved' | 'rejected'; reason: string; now: Date },
) {
  const { title } = form.definition
  const isOpen =
    form.retiredAt === null && stateOfWindow(form.settings.window, toChinaMinute(now)) === 'open'
  const text =
    state === 'approved'
      ? texts.approvedText
      : isOpen
        ? texts.rejectedText
        : texts.rejectedClosedText
  const remark = fillTemplateText(greenChannelReviewServerTexts.remark, reason)
  return {
    title: {
      zh: texts[`${state}Notice`].zh(selectWording(title, 'zh')),
      en: texts[`${state}Notice`].en(selectWording(title, 'en')),
    },
    content:
      reason === '' ? text : { zh: `${text.zh}\n${remark.zh}`, en: `${text.en}\n${remark.en}` },
  }
}
