import { randomUUID } from 'node:crypto'
import type { campusFormEditing } from '#contract/campus-form-editing'
import { campusFormStepPage } from '#contract/campus-form-names'
import { findDefinitionProblemsInSteps } from '#contract/campus-form-problems'
import type { CampusFormSettings } from '#contract/campus-form-settings'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { campusFormEditingServerTexts as texts } from '#i18n/campus-form-editing-server'
import { refusalTexts } from '#i18n/refusals'
import type { LocalizedText } from '#i18n/translate'
import { toChinaMinute } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/driver/transaction.ts'
import {
  type Handlers,
  type HandlerResult,
  refuse,
  staffHandler,
  succeed,
} from '../../platform/http/handler.ts'
import { runInTurns } from '../../platform/in-turns.ts'
import { versionTag } from '../../platform/records/versioned-write.ts'
import {
  findListedStudents,
  findPublishedVersion,
  findVersionList,
  publishForm,
  reopenForm,
  replaceListedStudents,
  retireForm,
} from '../campus-forms/public.ts'
import { auditedHandler, findLastAuditEntry, recordAuditEntry } from '../office/public.ts'
import { listLevelNames } from '../student-levels/public.ts'
import { findSlowPatterns } from './slow-patterns.ts'
import * as store from './store.ts'

const FORM = 'campus-form'
const PAGE = 50
/** The largest number of students in the list of a form. */
const MOST_LISTED = 20_000

/** The handlers of the forms that the office makes. */
export const campusFormEditingHandlers: Handlers<typeof campusFormEditing> = {
  list: staffHandler(async ({ input, db }) => {
    const rows = await store.listForms(db, { ...input, most: PAGE })
    return succeed({
      forms: rows.map(({ id, titleZh, titleEn, stage, version, answers, saved_at, isChanged }) => ({
        form: id,
        titleZh,
        titleEn,
        stage,
        version: version ?? 0,
        answers,
        savedAt: saved_at.toISOString(),
        isChanged,
      })),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.place ?? ''),
    })
  }),

  find: staffHandler(async ({ input, db }) => {
    const draft = await store.findDraft(db, input.form)
    if (draft === undefined) return refuse(refusalTexts.notFound)
    const versions = await findVersionList(db, input.form)
    const retirement =
      draft.stage === 'retired'
        ? await findLastAuditEntry(db, 'forms.retire', `campusForm:${draft.id}`)
        : undefined
    return succeed(
      {
        form: {
          form: draft.id,
          stage: draft.stage,
          answers: draft.answers,
          definition: draft.definition,
          settings: draft.settings,
          savedAt: draft.saved_at.toISOString(),
          by: draft.name ?? draft.saved_by,
          retiredAt: draft.retired_at?.toISOString() ?? '',
          retiredBy: retirement?.by ?? '',
          retiredFor: retirement?.reason ?? '',
          versions: versions.map(({ version, publishedAt, publishedBy, publisherName }) => ({
            version,
            publishedAt: publishedAt.toISOString(),
            by: publisherName ?? publishedBy,
          })),
          usedNames: await store.findUsedNames(db, input.form),
        },
      },
      versionTag(FORM, draft.revision),
    )
  }),

  choices: staffHandler(async ({ db }) => {
    const levels = await listLevelNames(db)
    return succeed({
      levels: levels.map(({ code, names: [name = code] }) => ({ code, name })),
      colleges: await store.listColleges(db),
      steps: await store.listSteps(db),
    })
  }),

  listedStudents: staffHandler(async ({ input, db }) =>
    succeed({
      numbers: await store.findNumbersOfStudents(db, await findListedStudents(db, input.form)),
    }),
  ),

  saveListedStudents: auditedHandler(async ({ input, db, audit }) => {
    const draft = await store.findDraft(db, input.form)
    if (draft === undefined) return refuse(refusalTexts.notFound)
    const numbers = [...new Set(input.numbers.match(/[A-Za-z0-9]+/g))]
    if (numbers.length > MOST_LISTED) return refuse(texts.tooManyListed)
    const students = await store.findStudentsByNumber(db, numbers)
    const known = new Set(students.flatMap(({ number, exam_number }) => [number, exam_number]))
    const unknown = numbers.filter((number) => !known.has(number))
    if (unknown.length > 0) return succeed({ listed: 0, unknown: unknown.slice(0, 20) })
    await replaceListedStudents(
      db,
      input.form,
      students.map(({ code }) => code),
    )
    await audit({
      action: 'forms.saveStudents',
      about: `campusForm:${input.form}`,
      details: { title: draft.definition.title.zh, listed: students.length },
    })
    return succeed({ listed: students.length, unknown: [] })
  }),

  version: staffHandler(async ({ input, db }) => {
    const found = await findPublishedVersion(db, input.form, input.version)
    if (found === undefined) return refuse(refusalTexts.notFound)
    const { definition, settings } = found
    return succeed({ published: { definition, settings } })
  }),

  checkPatterns: staffHandler(async ({ input }) =>
    succeed({ slow: await findSlowPatterns(input.definition) }),
  ),

  save: auditedHandler(async ({ input, db, now, ifMatch, staff, audit }) => {
    const isNew = input.form === ''
    const form = isNew ? randomUUID() : input.form
    const revision = isNew ? 0 : await store.lockDraft(db, form)
    if (revision === undefined) return refuse(refusalTexts.notFound)
    if (!isNew && ifMatch !== versionTag(FORM, revision)) return stale(revision)
    const { definition, settings } = input
    const draft = { form, definition, settings, by: staff.code, now }
    await (isNew
      ? store.insertForm(db, draft)
      : store.updateDraft(db, { ...draft, revision: revision + 1 }))
    await audit({
      action: 'forms.save',
      about: `campusForm:${form}`,
      details: { title: definition.title.zh, titleEn: definition.title.en },
    })
    return succeed({ form }, versionTag(FORM, revision + 1))
  }),

  copy: auditedHandler(async ({ input, db, now, staff, audit }) => {
    const source = await store.findDraft(db, input.form)
    if (source === undefined) return refuse(refusalTexts.notFound)
    const { title } = source.definition
    const copyOf = campusFormEditingTexts.copyOf
    const definition = {
      ...source.definition,
      title: {
        zh: title.zh === '' ? '' : copyOf.zh(title.zh).slice(0, 2000),
        en: title.en === '' ? '' : copyOf.en(title.en).slice(0, 2000),
      },
    }
    const form = randomUUID()
    await store.insertForm(db, {
      form,
      definition,
      settings: source.settings,
      by: staff.code,
      now,
    })
    await audit({
      action: 'forms.copy',
      about: `campusForm:${form}`,
      details: { title: definition.title.zh },
    })
    return succeed({ form })
  }),

  publish: staffHandler(async ({ input, db, now, ifMatch, staff }) => {
    const draft = await store.findDraft(db, input.form)
    if (draft === undefined) return refuse(refusalTexts.notFound)
    if (ifMatch !== versionTag(FORM, draft.revision)) return stale(draft.revision)
    const { definition, settings } = draft
    if ((await runInTurns(findDefinitionProblemsInSteps(definition))).length > 0)
      return refuse(texts.hasProblems)
    if ((await findSlowPatterns(definition)).length > 0) return refuse(texts.hasSlowPatterns)
    const why = await explainSettings(db, { form: input.form, settings, now })
    if (why !== undefined) return refuse(why)
    return runTransaction(db, async (tx) => {
      // Nothing that was checked can have changed before the lock.
      const revision = await store.lockDraft(tx, input.form)
      if (revision !== draft.revision) return stale(revision ?? 0)
      const stage = (await store.findDraft(tx, input.form))?.stage
      if (stage === 'retired' && !input.isReopened) return refuse(texts.retiredMeanwhile)
      const published = { form: input.form, definition, settings, by: staff.code, now }
      const version = await publishForm(tx, published)
      await recordAuditEntry(tx, {
        staff: staff.code,
        now,
        action: 'forms.publish',
        about: `campusForm:${input.form}`,
        details: { title: definition.title.zh, formVersion: version },
      })
      return succeed({ version })
    })
  }),

  retire: auditedHandler(async ({ input, db, now, audit }) => {
    // A publication waits for the retirement, or the other way round.
    await store.lockDraft(db, input.form)
    const draft = await store.findDraft(db, input.form)
    if (draft === undefined) return refuse(refusalTexts.notFound)
    if (draft.stage === 'retired') return refuse(texts.alreadyRetired)
    await retireForm(db, { form: input.form, now })
    await audit({
      action: 'forms.retire',
      about: `campusForm:${input.form}`,
      reason: input.reason,
      details: { title: draft.definition.title.zh },
    })
    return succeed({})
  }),

  reopen: auditedHandler(async ({ input, db, audit }) => {
    const draft = await store.findDraft(db, input.form)
    if (draft === undefined) return refuse(refusalTexts.notFound)
    if (draft.stage !== 'retired') return refuse(texts.notRetired)
    await reopenForm(db, input.form)
    await audit({
      action: 'forms.reopen',
      about: `campusForm:${input.form}`,
      reason: input.reason,
      details: { title: draft.definition.title.zh },
    })
    return succeed({})
  }),
}

const stale = (revision: number): HandlerResult<never> => ({
  type: 'stale',
  etag: versionTag(FORM, revision),
  says: campusFormEditingTexts.conflict,
})

/** Why a form cannot be published with these settings; undefined if it can. */
async function explainSettings(
  db: Db,
  { form, settings, now }: { form: string; settings: CampusFormSettings; now: Date },
): Promise<LocalizedText | undefined> {
  const { audience, window, step } = settings
  if (window.until !== '' && window.until <= toChinaMinute(now)) return texts.closedAlready
  if (audience.isListed && (await findListedStudents(db, form)).length === 0)
    return texts.listIsEmpty
  const levels = await listLevelNames(db)
  if (audience.levels.some((code) => !levels.some((level) => level.code === code)))
    return texts.unknownLevel
  if (step === null) return undefined
  const steps = await store.listSteps(db)
  const isOther = (page: string) =>
    page !== campusFormStepPage(form) && steps.some((one) => one.page === page)
  return step.before.every(isOther) ? undefined : texts.unknownStep
}
