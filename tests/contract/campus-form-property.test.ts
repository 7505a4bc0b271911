import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { checkAnswers, compileForm, upcastAnswers } from '#contract/campus-form-answers'
import { CampusFormDefinition } from '#contract/campus-form-definition'
import { findDefinitionProblems } from '#contract/campus-form-problems'
import { CampusFormAnswers } from '#contract/campus-form-submission'
import { PROPERTY_TIMEOUT_MS, runProperty } from '../support/properties/property-run.ts'

/** An item of a form, by its place; its name is the same in all versions. */
interface Item {
  readonly type: string
  readonly required: boolean
  /** The place of the earlier question on whose answer it depends, and the answer. */
  readonly after: readonly [place: number, answer: string] | null
  /** Whether it is asked of each member. */
  readonly isRepeated: boolean
}

/** A form in two versions, answers to the first one, and to the second one after it was published. */
interface Run {
  readonly versions: readonly (readonly Item[])[]
  readonly answers: readonly Readonly<Record<string, unknown>>[]
}

const TYPES = [
  'text',
  'integer',
  'money',
  'date',
  'time',
  'yesNo',
  'selectOne',
  'selectMany',
  'phone',
]
const VALUES = ['', 'a', 'b', 'yes', 'no', '1', '-3', '12.50', '2026-09-01', '08:30', '13912345678']
const PLACES = 6
const nameOf = (place: number) => `question_${place}`

const item: fc.Arbitrary<Item> = fc.record({
  type: fc.constantFrom(...TYPES, 'calculation'),
  required: fc.boolean(),
  after: fc.option(fc.tuple(fc.nat(PLACES - 1), fc.constantFrom(...VALUES)), { freq: 2 }),
  isRepeated: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
})
// Several choices are no text, with which a condition could compare them.
const isText = (one: Item | undefined) => one !== undefined && one.type !== 'selectMany'
const value = fc.oneof(fc.constantFrom(...VALUES), fc.array(fc.constantFrom('a', 'b', 'c')))
const name = fc.nat(PLACES).map(nameOf)
const answers = fc.dictionary(
  fc.oneof({ weight: 5, arbitrary: name }, { weight: 1, arbitrary: fc.constant('members') }),
  fc.oneof(
    { weight: 5, arbitrary: value },
    {
      weight: 1,
      arbitrary: fc.array(fc.dictionary(name, value, { maxKeys: 4 }), { maxLength: 3 }),
    },
  ),
  { maxKeys: 7 },
)
const run: fc.Arbitrary<Run> = fc.record({
  versions: fc.array(
    // A form without any question is refused.
    fc
      .array(item, { minLength: 1, maxLength: PLACES })
      .filter((items) => items.some(({ type }) => type !== 'calculation')),
    { minLength: 2, maxLength: 2 },
  ),
  answers: fc.array(answers, { minLength: 2, maxLength: 2 }),
})

const wording = (text: string) => ({ zh: text, en: text })

/** The definition; a condition on a later question, or on one of a member from outside, is left out. */
function defineForm(items: readonly Item[]): CampusFormDefinition {
  const toQuestion = ({ type, required, after, isRepeated }: Item, place: number) => {
    const [earlier = place, answer] = after ?? []
    const isReadable =
      earlier < place &&
      isText(items[earlier]) &&
      (items[earlier]?.isRepeated === false || isRepeated)
    return {
      name: nameOf(place),
      type,
      label: wording(nameOf(place)),
      ...(isReadable && { relevant: `\${${nameOf(earlier)}} = '${answer}'` }),
      ...(type === 'calculation'
        ? { value: `'a'` }
        : { required, ...(type.startsWith('select') && { choices: 'letters' }) }),
    }
  }
  const questions = items.map(toQuestion)
  const repeated = questions.filter((_, place) => items[place]?.isRepeated)
  return v.parse(CampusFormDefinition, {
    title: wording('表'),
    items: [
      ...questions.filter((_, place) => items[place]?.isRepeated !== true),
      ...(repeated.length > 0
        ? [
            {
              name: 'members',
              type: 'repetition',
              label: wording('成员'),
              most: 3,
              items: repeated,
            },
          ]
        : []),
    ],
    choices: { letters: ['a', 'b'].map((letter) => ({ name: letter, label: wording(letter) })) },
  })
}

const context = { today: '2026-09-01', studentName: '林知遥', facts: {}, attachments: new Set('') }

/** The places of the questions outside of the repetition that are asked, by their conditions alone. */
function findAsked(items: readonly Item[], given: Readonly<Record<string, unknown>>): Set<string> {
  const asked = new Set<string>()
  const textOf = (place: number) => {
    if (!asked.has(nameOf(place))) return ''
    if (items[place]?.type === 'calculation') return 'a'
    return given[nameOf(place)] ?? ''
  }
  for (const [place, { after, isRepeated }] of items.entries()) {
    if (isRepeated) continue
    const [earlier = place, answer] = after ?? []
    const isConditional =
      earlier < place && isText(items[earlier]) && items[earlier]?.isRepeated === false
    if (!isConditional || textOf(earlier) === answer) asked.add(nameOf(place))
  }
  return asked
}

test(
  'of any form and any answers the same is stored however often they are checked: what is asked, with a reason for each answer that is missing; and in another version of the form no answer is lost that its question still takes',
  () =>
    runProperty<Run>({
      name: 'form-definitions',
      runs: run,
      describeRun: ({ versions, answers: given }) =>
        [...versions, ...given].map((one) => JSON.stringify(one)),
      check: async ({ versions, answers: given }, { recordEvent, recordTrace }) => {
        const forms = versions.map((items) => {
          const definition = defineForm(items)
          expect(findDefinitionProblems(definition)).toEqual([])
          return compileForm(definition)
        })
        for (const [nth, form] of forms.entries()) {
          const read = v.safeParse(CampusFormAnswers, given[nth])
          if (!read.success) continue
          const { answers: stored, issues } = checkAnswers(form, read.output, context)
          const items = versions[nth] ?? []
          // An answer that the question cannot have decides no condition in the model.
          const isPlain = Object.values(read.output).every((one) => typeof one === 'string')
          const asked = findAsked(items, read.output)
          if (isPlain) {
            expect(new Set(Object.keys(stored).filter((one) => one !== 'members'))).toEqual(asked)
            for (const [place, { type, required }] of items.entries()) {
              const isMissing =
                asked.has(nameOf(place)) && (read.output[nameOf(place)] ?? '') === ''
              if (required && isMissing && type !== 'calculation')
                expect(issues.map(({ path }) => path)).toContain(nameOf(place))
            }
          }
          const again = checkAnswers(form, stored, context)
          expect(again).toEqual({ answers: stored, issues })
          expect(v.is(CampusFormAnswers, stored)).toBe(true)
          const other = forms[1 - nth]
          if (other === undefined) throw new Error('There are two versions.')
          const { answers: converted } = upcastAnswers(stored, form, other)
          const back = upcastAnswers(stored, form, form).answers
          for (const [question, answer] of Object.entries(back)) {
            const [from, to] = [form, other].map((one) => one.items.get(question))
            if (issues.length > 0 || from?.item.type === 'repetition') continue
            if (from?.item.type === to?.item.type && from?.repetition === to?.repetition)
              expect([question, converted[question]]).toEqual([question, answer])
          }
          expect(() => checkAnswers(other, converted, context)).not.toThrow()
          recordEvent(
            issues.length > 0 ? 'with issues' : 'without issues',
            isPlain ? 'texts only' : 'lists and members',
          )
          recordTrace([stored, issues, converted])
        }
      },
    }),
  PROPERTY_TIMEOUT_MS,
)
