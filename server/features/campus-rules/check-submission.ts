import type { WindowPage } from '#contract/campus-rule-list'
import {
  CHECKIN_WINDOW,
  stateOfWindow,
  type StepWindow,
  windowRuleOf,
} from '#contract/campus-rules'
import { isNewStudent } from '#contract/identity'
import { campusRuleServerTexts as texts } from '#i18n/campus-rules-server'
import { findFormTitle } from '#i18n/form-titles'
import { type Language, type LocalizedText, fillTemplateText } from '#i18n/translate'
import { addSeconds, toChinaMinute, toChinaYear } from '../../platform/clock.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import {
  type HandlerRequest,
  type HandlerResult,
  type InputIssue,
  refuse,
} from '../../platform/http/handler.ts'
import { notifyPerson } from '../notices/public.ts'
import { readRuleHistory, type ServerRules } from './rules.ts'

/** A submission as the rules see it. */
export type RuledSubmission = Pick<
  HandlerRequest<unknown>,
  'db' | 'caller' | 'tools' | 'now' | 'language' | 'payloadAgeSeconds'
> & {
  readonly student: Pick<StudentRow, 'code' | 'entry_year' | 'grade'>
  readonly writer: { readonly origin: string }
}

/** Why the rules refuse a submission; `path` names the field, if one is wrong. */
export interface RuleProblem {
  readonly says: LocalizedText
  readonly path?: string
  /** All fields that are wrong, for a form that reports more than one. */
  readonly issues?: readonly InputIssue[]
}

/** When and for whom a form is open. */
type FormWindow =
  /** The page whose window applies to new students. */
  | { readonly page: WindowPage }
  /** The form's own window, which applies to all students, and its title. */
  | { readonly window: StepWindow; readonly title: LocalizedText }

type EmptyResult = HandlerResult<Record<never, never>>

/**
 * Judges a submission, then saves it. A submission that the present rules allow is saved. Another
 * one is saved if the rules at the time of its submission allowed it and the phone delivers it
 * within the campus's grace; the student is told. The phone states only the submission's age, and an
 * age above the grace has no effect. Windows bind the phones of new students: the office is not bound,
 * and neither is a continuing student, who has no check-in and may correct a form in any season.
 */
export async function checkSubmission(
  ask: RuledSubmission,
  {
    form,
    check,
    save,
    ...own
  }: FormWindow & {
    /** The name of the form, for the student. */
    readonly form: string
    /**
     * Checks the content by these rules, at this moment. Resolves to the reason of a refusal.
     */
    readonly check?: (rules: ServerRules, at: Date) => Promise<RuleProblem | undefined>
    readonly save: (rules: ServerRules, at: Date) => Promise<EmptyResult>
  },
): Promise<EmptyResult> {
  const { db, now, student } = ask
  const history = await readRuleHistory(ask)
  const isOwn = ask.writer.origin === 'phone'
  const { entry_year: entryYear, grade } = student
  const isNewAt = (at: Date) =>
    isNewStudent({ entryYear, gradeYear: grade, grade }, toChinaYear(at))
  const explain = async (rules: ServerRules, at: Date): Promise<RuleProblem | undefined> => {
    const closed = isOwn ? explainClosed(rules, at) : undefined
    return closed === undefined ? check?.(rules, at) : { says: closed }
  }
  const explainClosed = (rules: ServerRules, at: Date) => {
    if ('window' in own) return explainClosedWindow(own.window, at)
    return isNewAt(at) ? describeWindowRefusal(rules, own.page, at) : undefined
  }
  const rules = history(now)
  const why = await explain(rules, now)
  if (why === undefined) return save(rules, now)
  const age = isOwn ? (ask.payloadAgeSeconds ?? 0) : 0
  const submittedAt = addSeconds(now, -age)
  const earlierRules = history(submittedAt)
  if (age === 0 || (await explain(earlierRules, submittedAt)) !== undefined)
    return refuseBy(why, ask.language)
  if (age > rules.late.hours * 3600)
    return refuse({
      zh: texts.tooLong.zh(why.says.zh, rules.late.hours),
      en: texts.tooLong.en(why.says.en, rules.late.hours),
    })
  const result = await save(earlierRules, submittedAt)
  if (result.type !== 'ok') return result
  const title = 'title' in own ? own.title : (findFormTitle(form) ?? { zh: form, en: form })
  const [submitted, arrived] = [toChinaMinute(submittedAt), toChinaMinute(now)]
  await notifyPerson(db, {
    subject: `student:${student.code}`,
    title: { zh: texts.judgedTitle.zh(title.zh), en: texts.judgedTitle.en(title.en) },
    content: {
      zh: texts.judgedText.zh(title.zh, submitted, arrived),
      en: texts.judgedText.en(title.en, submitted, arrived),
    },
    now,
  })
  return result
}

const refuseBy = ({ says, path, issues }: RuleProblem, language: Language): EmptyResult =>
  path === undefined && issues === undefined
    ? refuse(says)
    : { type: 'invalid', issues: issues ?? [{ path: path ?? '', message: says[language] }] }

/**
 * Why a page takes no submission at a moment: not open yet, or over, with the campus's note. The
 * window of the online check-in applies to every page except that of the payment.
 */
export const describeWindowRefusal = (
  rules: ServerRules,
  page: WindowPage,
  at: Date,
): LocalizedText | undefined =>
  (page === 'onlinefee' ? undefined : explainClosedWindow(rules[CHECKIN_WINDOW], at)) ??
  explainClosedWindow(rules[windowRuleOf(page)], at)

function explainClosedWindow(window: StepWindow, at: Date): LocalizedText | undefined {
  const { from, until, note, noteEn } = window
  switch (stateOfWindow(window, toChinaMinute(at))) {
    case 'open':
      return undefined
    case 'before':
      return fillTemplateText(texts.notYet, from)
    case 'over': {
      const [zh, en] = [texts.over.zh(until), texts.over.en(until)]
      if (note === '') return { zh, en }
      return { zh: texts.and.zh(zh, note), en: texts.and.en(en, noteEn || note) }
    }
  }
}
