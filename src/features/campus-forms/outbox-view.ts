import * as v from 'valibot'
import { readCachedValue } from '#app/features/offline-readiness/public.ts'
import type { FormView } from '#app/lib/forms/form-view.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import {
  compileForm,
  type CompiledForm,
  isGroupList,
  upcastAnswers,
} from '#contract/campus-form-answers'
import {
  ANSWER_IN_TEXT,
  type FormItem,
  isAnswerable,
  itemsOf,
  type Repetition,
  selectWording,
  type Wording,
} from '#contract/campus-form-definition'
import {
  campusFormDelivery,
  CampusFormAnswers,
  type CampusFormSubmission,
  type SingleAnswer,
} from '#contract/campus-form-submission'
import { campusForms } from '#contract/campus-forms'
import type { Language, LocalizedText } from '#i18n/translate'
import { filesIn } from './form-values.ts'
import { formatAnswer } from './format-answer.ts'
import { definitionQuery, offeredFormsQuery } from './queries.ts'
import { loadRegionNames } from './region-names.ts'
import { parseSubmission } from './useCampusForm.ts'

const inBoth = (wording: Wording): LocalizedText => ({
  zh: selectWording(wording, 'zh'),
  en: selectWording(wording, 'en'),
})

// The labels of a list are the same for all submissions.
const withoutAnswers = ({ zh, en }: Wording): Wording => ({
  zh: zh.replaceAll(ANSWER_IN_TEXT, '…'),
  en: en.replaceAll(ANSWER_IN_TEXT, '…'),
})

/** The title of a form that is offered to this student; undefined if this phone does not know it. */
export async function loadCampusFormTitle(form: string): Promise<LocalizedText | undefined> {
  const { forms } = await readCachedValue(offeredFormsQuery())
  const offered = forms.find((one) => one.form === form)
  return offered && inBoth(offered.definition.title)
}

/**
 * How the outbox shows answers to a form, in the version in which they were given. Undefined if the
 * version cannot be read.
 */
export async function createCampusFormView({
  form,
  version,
}: Pick<CampusFormSubmission, 'form' | 'version'>): Promise<FormView | undefined> {
  const compiled = await loadVersion(form, version)
  return compiled && viewAnswers(compiled, { form, version })
}

/**
 * How the office shows the answers in an exported file, and the title of their form. Undefined if the
 * university does not have that version of the form.
 */
export async function loadExportedForm({
  form,
  version,
}: Pick<CampusFormSubmission, 'form' | 'version'>): Promise<
  { readonly title: LocalizedText; readonly view: FormView } | undefined
> {
  const found = await callApi(campusForms.definition, { form, version })
  if (found.type !== 'ok') return undefined
  const compiled = compileForm(found.data.definition)
  return {
    title: inBoth(compiled.definition.title),
    view: await viewAnswers(compiled, { form, version }),
  }
}

async function viewAnswers(
  compiled: CompiledForm,
  { form, version }: Pick<CampusFormSubmission, 'form' | 'version'>,
): Promise<FormView> {
  const { items } = compiled.definition
  if (itemsOf(items).some(({ item }) => item.type === 'region')) await loadRegionNames()
  const shown = itemsOf(items)
    .filter(({ repetition }) => repetition === undefined)
    .map(({ item }) => item)
    .filter((item) => isAnswerable(item) || item.type === 'repetition')
  return {
    summary: () => '',
    fields: shown.map((item) => ({
      name: item.name,
      label: inBoth(withoutAnswers(item.label)),
      with: [],
      show: (value, language) =>
        describeItem(compiled, item, value as CampusFormAnswers[string] | undefined, language),
    })),
    editAt: (_fields, stunum) => `/campusForm/${form}/${stunum}`,
    fetchServerVersion: async (student) => {
      const found = await callApi(campusFormDelivery.find, { student, form })
      if (found.type !== 'ok') return found
      const { submission } = found.data
      if (submission === null || submission.version === version)
        return { ...found, data: submission && { ...submission } }
      const given = await loadVersion(form, submission.version)
      const { answers } = upcastAnswers(submission.answers, given ?? compiled, compiled)
      return { ...found, data: { ...submission, version, answers } }
    },
    toFields: (payload) => {
      // A draft has only the answers.
      const read = v.safeParse(v.object({ answers: CampusFormAnswers }), payload)
      return read.success ? read.output.answers : {}
    },
    toPayload: (fields, { mine, theirs }) => {
      const [own, other] = [parseSubmission(mine), parseSubmission(theirs)]
      const answers = fields as CampusFormAnswers
      const used = new Set(filesIn(compiled, answers))
      const files = new Map(
        [...(other?.attachments ?? []), ...(own?.attachments ?? [])].map((file) => [file.id, file]),
      )
      return {
        ...mine,
        answers,
        attachments: [...files.values()].filter(({ id }) => used.has(id)),
      }
    },
  }
}

async function loadVersion(form: string, version: number): Promise<CompiledForm | undefined> {
  const offered = await readCachedValue(offeredFormsQuery()).catch(() => undefined)
  const newest = offered?.forms.find((one) => one.form === form && one.version === version)
  const definition =
    newest?.definition ??
    (await readCachedValue(definitionQuery(form, version)).catch(() => undefined))?.definition
  return definition && compileForm(definition)
}

function describeItem(
  compiled: CompiledForm,
  item: FormItem,
  value: CampusFormAnswers[string] | undefined,
  language: Language,
): string {
  if (value === undefined) return ''
  if (item.type === 'repetition')
    return isGroupList(value)
      ? value.map((group) => describeGroup(compiled, item, group, language)).join('\n')
      : ''
  return isAnswerable(item) ? formatAnswer(compiled, item, value as SingleAnswer, language) : ''
}

const describeGroup = (
  compiled: CompiledForm,
  repetition: Repetition,
  group: Readonly<Record<string, SingleAnswer>>,
  language: Language,
): string =>
  itemsOf(repetition.items, repetition)
    .map(({ item }) => item)
    .filter(isAnswerable)
    .map((question) => formatAnswer(compiled, question, group[question.name] ?? '', language))
    .filter((text) => text !== '')
    .join(' ')
