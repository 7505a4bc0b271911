import {
  type AnswerContext,
  type AnswerIssue,
  checkAnswersInSteps,
  type CompiledForm,
  listAnswers,
  listFileIds,
} from '#contract/campus-form-answers'
import { type FormItem, selectWording, type Wording } from '#contract/campus-form-definition'
import { campusFormStepPage, queuedCampusFormName } from '#contract/campus-form-names'
import type {
  CampusFormAnswers,
  CampusFormSubmission,
  SingleAnswer,
} from '#contract/campus-form-submission'
import { answerProblemTexts, campusFormServerTexts as texts } from '#i18n/campus-forms-server'
import { commonTexts } from '#i18n/common'
import type { Language, LocalizedText } from '#i18n/translate'
import { toChinaDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import { type HandlerResult, type InputIssue, refuse } from '../../platform/http/handler.ts'
import { runInTurns } from '../../platform/in-turns.ts'
import { writeIfCurrentVersion } from '../../platform/records/versioned-write.ts'
import { checkSubmission } from '../campus-rules/public.ts'
import { isNewStudentAt, markPageStepDone } from '../onboarding-steps/public.ts'
import type { FormSubmission } from '../student-forms/public.ts'
import {
  findAnswers,
  findClassmates,
  findLevelName,
  saveAnswers,
  type StoredAnswers,
} from './answers.ts'
import { findStoredFiles, type StoredFile } from './files.ts'
import { compileOnce, isInAudience, readPublishedVersion } from './store.ts'

const RETRY_SECONDS = 5

/**
 * Saves a student's answers if the writer's version is current. They are checked by the version of
 * the form in which they were given; for whom the form is, when it is open and whether it is reviewed
 * are said by its newest version. Answers whose files have not all arrived are to be sent again. A
 * retired form takes the answers that waited on a phone since before.
 */
export async function saveCampusForm(
  ask: FormSubmission<CampusFormSubmission>,
): Promise<HandlerResult<Record<never, never>>> {
  const { input, student, db, now, language, writer } = ask
  const { form } = input
  const newest = await readPublishedVersion(ask, form)
  if (newest === undefined || !(await isInAudience(db, { form, student: student.code, now })))
    return refuse(texts.notForYou)
  const given = await readPublishedVersion(ask, form, input.version)
  if (given === undefined) return refuse(commonTexts.badField)
  const files = await findStoredFiles(db, {
    student: student.code,
    form,
    ids: input.attachments.map(({ id }) => id),
  })
  if (input.attachments.some((sent) => files.get(sent.id)?.sha256 !== sent.sha256))
    return {
      type: 'later',
      says: writer.origin === 'phone' ? texts.filesMissing : texts.filesNotGiven,
      seconds: RETRY_SECONDS,
    }
  const compiled = await compileOnce(given.definition)
  const check = async (at: Date) =>
    checkGivenAnswers(compiled, input.answers, {
      db,
      student,
      files,
      context: {
        today: toChinaDay(at),
        studentName: student.name,
        facts: await findStudentFacts(db, student, at),
        attachments: new Set(files.keys()),
      },
    })
  // The answers are saved by the rules of the last check.
  let checked: ReturnType<typeof check> | undefined
  const name = queuedCampusFormName(form)
  return checkSubmission(ask, {
    form: name,
    title: inBoth(newest.definition.title),
    window: newest.settings.window,
    check: async (_rules, at) => {
      const { retiredAt } = newest
      if (writer.origin === 'phone' && retiredAt !== null && at >= retiredAt)
        return { says: texts.retired }
      checked = check(at)
      const { issues } = await checked
      return issues.length === 0
        ? undefined
        : {
            says: commonTexts.badField,
            issues: issues.map((issue) => toInputIssue(issue, language)),
          }
    },
    save: async (_rules, at) => {
      const { answers, used } = await (checked ?? check(at))
      const { isReviewed, isChangeable } = newest.settings
      return writeIfCurrentVersion(ask, {
        form: name,
        find: () => findAnswers(db, { student: student.code, form }),
        save: async (version, stored) => {
          // The office corrects what students cannot change.
          const why = writer.origin === 'phone' ? explainNoChange(stored, isChangeable) : undefined
          if (why !== undefined) return why
          await saveAnswers(db, {
            student: student.code,
            version,
            payload: {
              student: student.code,
              form,
              version: given.version,
              answers,
              attachments: input.attachments.filter(({ id }) => used.has(id)),
            },
            state: isReviewed ? 'pending' : 'submitted',
            writer,
            now,
          })
          await markPageStepDone(db, {
            student: student.code,
            page: campusFormStepPage(form),
            now,
          })
          return undefined
        },
      })
    },
  })
}

const inBoth = (title: Wording): LocalizedText => ({
  zh: selectWording(title, 'zh'),
  en: selectWording(title, 'en'),
})

// As in the green channel, rejected answers are replaced, and approved ones are not.
function explainNoChange(
  stored: StoredAnswers | undefined,
  isChangeable: boolean,
): LocalizedText | undefined {
  switch (stored?.state) {
    case undefined:
    case 'rejected':
      return undefined
    case 'approved':
      return texts.approved
    case 'pending':
      return isChangeable ? undefined : texts.underReview
    case 'submitted':
      return isChangeable ? undefined : texts.notChangeable
  }
}

/** The facts about a student that the expressions of forms can read (`STUDENT_FACTS`). */
export const findStudentFacts = async (
  db: Db,
  student: StudentRow,
  at: Date,
): Promise<Record<string, string>> => ({
  student_level: await findLevelName(db, student.enrolment),
  student_college: student.department,
  student_new: isNewStudentAt(student, at) ? 'yes' : 'no',
})

const toInputIssue = ({ path, problem, wording }: AnswerIssue, language: Language): InputIssue => ({
  path: `answers.${path}`,
  message: selectWording(wording, language) || answerProblemTexts[problem][language],
})

interface GivenContext {
  readonly db: Db
  readonly student: StudentRow
  readonly files: ReadonlyMap<string, StoredFile>
  readonly context: AnswerContext
}

// The check that the phone makes too, and what only the university knows: the class mates, and the
// kinds and sizes of the files.
async function checkGivenAnswers(
  form: CompiledForm,
  given: CampusFormAnswers,
  { db, student, files, context }: GivenContext,
): Promise<{
  answers: CampusFormAnswers
  issues: readonly AnswerIssue[]
  /** The files that the answers use. */
  used: ReadonlySet<string>
}> {
  // Long expressions about many answers take time.
  const { answers, issues } = await runInTurns(checkAnswersInSteps(form, given, context))
  if (issues.length > 0) return { answers, issues, used: new Set() }
  const asked = listAnswers(form, answers)
  const used = new Set<string>()
  const wrong: AnswerIssue[] = []
  const names = asked.some(({ answer }) => isClassmate(answer))
    ? new Map((await findClassmates(db, student)).map((one) => [one.student, one.name]))
    : new Map<string, string>()
  for (const { item, answer, path } of asked) {
    for (const id of listFileIds({ item, answer })) {
      used.add(id)
      const file = files.get(id)
      if (file === undefined || !fits(item, file)) wrong.push({ path, problem: 'attachment' })
    }
    if (isClassmate(answer) && names.get(answer.student) !== answer.name)
      wrong.push({ path, problem: 'choice' })
  }
  return { answers, issues: wrong, used }
}

const isClassmate = (answer: SingleAnswer): answer is { student: string; name: string } =>
  typeof answer === 'object' && 'student' in answer && answer.student !== ''

function fits(item: FormItem, file: StoredFile): boolean {
  if (item.type === 'file') return file.bytes <= item.largest
  const isPicture = file.type === 'image/jpeg'
  return item.type === 'picture' ? isPicture && file.bytes <= item.largest : isPicture
}
