import * as v from 'valibot'
import {
  type AnswerContext,
  type AnswerIssue,
  checkAnswers,
  type CompiledForm,
} from '#contract/campus-form-answers'
import { selectWording } from '#contract/campus-form-definition'
import { campusFormProblemTexts } from '#i18n/campus-forms'
import { isLanguage, type Language } from '#i18n/translate'
import { fieldPathOf, type FormValues, normalizeAnswers, toAnswers } from './form-values.ts'

/**
 * The rules of a form for the form library: the check of answers that the university makes too,
 * with its problems in words. `context` is asked at each check, because files are added while the
 * form is filled in.
 */
export const createRules = (
  form: CompiledForm,
  context: () => AnswerContext,
): v.GenericSchema<unknown, FormValues> =>
  v.pipe(
    v.custom<FormValues>((values) => typeof values === 'object'),
    v.rawCheck(({ dataset, config, addIssue }) => {
      if (!dataset.typed) return
      const values = dataset.value
      const language = isLanguage(config.lang) ? config.lang : 'zh'
      for (const { message, path } of listProblems(form, { values, context: context(), language }))
        addIssue({ message, path: toIssuePath(path, values) })
    }),
  )

/** What is wrong with the values of a form, in words, each at the path of its question. */
export const listProblems = (
  form: CompiledForm,
  of: { values: FormValues; context: AnswerContext; language: Language },
): { path: string; message: string; problem: AnswerIssue['problem'] }[] =>
  checkAnswers(form, normalizeAnswers(form, toAnswers(of.values)), of.context).issues.map(
    (issue) => ({
      path: fieldPathOf(form, issue.path),
      message: describeProblem(form, issue, of.language),
      problem: issue.problem,
    }),
  )

// How a question asks for its answer, if it is not typed.
const REQUIRED: Readonly<Record<string, 'choose' | 'attach' | 'sign'>> = {
  yesNo: 'choose',
  selectOne: 'choose',
  selectMany: 'choose',
  region: 'choose',
  classmate: 'choose',
  date: 'choose',
  time: 'choose',
  file: 'attach',
  picture: 'attach',
  statement: 'sign',
}

const toIssuePath = (path: string, input: FormValues): [v.IssuePathItem, ...v.IssuePathItem[]] => {
  const [first = '', ...rest] = path.split('.')
  const item = (key: string): v.IssuePathItem => ({
    type: 'unknown',
    origin: 'value',
    input,
    key,
    value: undefined,
  })
  return [item(first), ...rest.map(item)]
}

// The form's own sentence, or one by the type of the question.
function describeProblem(
  form: CompiledForm,
  { path, problem, wording }: AnswerIssue,
  language: Language,
): string {
  const own = selectWording(wording, language)
  if (own !== '') return own
  const texts = campusFormProblemTexts
  const name = form.items.has(path) ? path : path.replace(/^.*?\.\d+\./, '')
  const item = form.items.get(name)?.item
  switch (problem) {
    case 'required':
      return texts[REQUIRED[item?.type ?? ''] ?? 'required'][language]
    case 'length':
      return texts.length[language](item?.type === 'text' ? item.longest : 0)
    case 'range':
      return item !== undefined && 'earliest' in item
        ? texts.days[language](item.earliest ?? '', item.latest ?? '')
        : texts.range[language](...rangeOf(item))
    case 'count':
      return texts.count[language](...rangeOf(item))
    case 'signature':
    case 'constraint':
    case 'kind':
    case 'number':
    case 'date':
    case 'time':
    case 'choice':
    case 'phone':
    case 'attachment':
      return texts[problem][language]
    case 'id-document':
      return texts.idDocument[language]
  }
}

function rangeOf(item: object | undefined): [least: string, most: string] {
  const limit = (name: 'least' | 'most' | 'count') => {
    const found: unknown = item !== undefined && name in item ? Reflect.get(item, name) : undefined
    if (typeof found !== 'number') return ''
    const isMoney = item !== undefined && 'type' in item && item.type === 'money'
    return String(isMoney ? found / 100 : found)
  }
  return [limit('least'), limit('most') || limit('count')]
}
