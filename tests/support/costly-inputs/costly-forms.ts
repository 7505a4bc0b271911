import * as v from 'valibot'
import {
  CampusFormDefinition,
  MOST_QUESTIONS,
  MOST_REPETITIONS,
} from '#contract/campus-form-definition'
import { INITIAL_FORM_SETTINGS } from '#contract/campus-form-settings'
import type { Backend } from '../backend/backend.ts'
import { publishTestForm, question, wording } from '../backend/campus-forms.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
/** An expression of this term, as long as an expression can be. */
const longest = (term: string, operator: string) =>
  numbers(Math.floor(980 / (term.length + operator.length + 2)))
    .map(() => term)
    .join(` ${operator} `)

const CHOICES = numbers(500).map((n) => ({
  name: `n${n}`,
  label: wording(`${n}`),
  columns: { of: String(n % 7) },
}))

/** A form with something of everything that an editor can write, for calls that take a form. */
export const BROAD_DEFINITION = v.parse(CampusFormDefinition, {
  title: wording('承诺书'),
  help: wording('${a}'),
  items: [
    question('a', 'text', { constraint: "regex(., '^[a-z]+$')", initial: "'x'", longest: 5000 }),
    question('b', 'integer', { relevant: "${a} = 'x'", least: 1, most: 9 }),
    question('c', 'selectOne', { choices: 'list', filter: 'of = ${b}', hint: wording('${a}') }),
    { type: 'calculation', name: 'd', label: wording('d'), value: 'sum(${f}) + 1' },
    {
      type: 'repetition',
      name: 'e',
      label: wording('e'),
      items: [question('f', 'decimal', { constraint: '. > 0', constraintMessage: wording('f') })],
    },
    { type: 'section', name: 'g', label: wording('g'), items: [question('h', 'date')] },
  ],
  choices: { list: CHOICES.slice(0, 3) },
})

/** A definition at its bounds: every expression of every question is as long as it can be. */
export const LARGEST_DEFINITION = v.parse(CampusFormDefinition, {
  title: wording('承诺书'),
  items: numbers(MOST_QUESTIONS - 1).map((n) =>
    question(`q${n}`, 'selectOne', {
      choices: 'list',
      relevant: n % 30 === 0 ? longest('1', '+') : longest(`\${q${n - 1}}`, '+'),
      constraint: longest('.', '+'),
      initial: longest('1', '+'),
      filter: longest('of', '+'),
    }),
  ),
  choices: { list: CHOICES },
})

interface CostlyForm {
  readonly items: readonly unknown[]
  readonly choices?: Readonly<Record<string, readonly unknown[]>>
  readonly answers: Readonly<Record<string, unknown>>
}

const calculation = (name: string, value: string) => ({
  type: 'calculation',
  name,
  label: wording(name),
  value,
})

/** Forms at the bounds of a definition whose expressions are as expensive as they can be. */
const COSTLY_FORMS: Readonly<Record<string, CostlyForm>> = {
  'costly-sums': {
    items: [
      {
        type: 'repetition',
        name: 'r',
        label: wording('r'),
        most: MOST_REPETITIONS,
        items: numbers(150).map((n) =>
          question(`q${n}`, 'text', { constraint: longest('sum(${q0}) >= 0', 'and') }),
        ),
      },
      calculation('total', longest('sum(${q0})', '+')),
      question('chosen', 'selectOne', {
        choices: 'list',
        filter: longest('sum(${q0}) >= 0', 'and'),
      }),
    ],
    choices: { list: CHOICES },
    answers: {
      chosen: 'n1',
      r: numbers(MOST_REPETITIONS).map(() =>
        Object.fromEntries(numbers(100).map((n) => [`q${n}`, '1'])),
      ),
    },
  },
  'costly-choices': {
    items: numbers(100).map((n) =>
      question(`q${n}`, 'selectMany', {
        choices: 'list',
        filter: longest("of != '9'", 'and'),
        constraint: longest("selected(., 'n1')", 'or'),
      }),
    ),
    choices: { list: CHOICES },
    answers: Object.fromEntries(
      numbers(100).map((n) => [`q${n}`, CHOICES.slice(0, 100).map(({ name }) => name)]),
    ),
  },
  'costly-chain': {
    items: [
      question('q0', 'text', { longest: 5000 }),
      // Chains as long as they may be, which begin with the answer.
      ...numbers(MOST_QUESTIONS - 2).map((n) =>
        calculation(
          `c${n}`,
          longest(`string-length(\${${n % 29 === 0 ? 'q0' : `c${n - 1}`}})`, '+'),
        ),
      ),
    ],
    answers: { q0: 'a'.repeat(5000) },
  },
  'costly-patterns': {
    items: numbers(MOST_QUESTIONS - 1).map((n) =>
      question(`q${n}`, 'text', {
        longest: 5000,
        constraint: longest("regex(., '^(a|b|c|d|e|f)*x?$')", 'or'),
      }),
    ),
    answers: Object.fromEntries(numbers(30).map((n) => [`q${n}`, 'a'.repeat(4999)])),
  },
  'costly-texts': {
    items: numbers(MOST_QUESTIONS - 1).map((n) =>
      question(`q${n}`, 'text', {
        longest: 5000,
        constraint: longest('string-length(concat(., ${q0}, ${q0})) > 0', 'and'),
        hint: wording('${q0} '.repeat(300)),
      }),
    ),
    answers: Object.fromEntries(numbers(40).map((n) => [`q${n}`, '遥'.repeat(1500)])),
  },
}

/** The ids of the forms that `publishCostlyForms` publishes, each with costly answers. */
export const COSTLY_ANSWERS: readonly (readonly [form: string, answers: object])[] = Object.entries(
  COSTLY_FORMS,
).map(([form, { answers }]) => [form, answers])

/** Publish forms whose answers take long to check. */
export async function publishCostlyForms(backend: Pick<Backend, 'db' | 'clock'>): Promise<void> {
  for (const [form, { items, choices = {} }] of Object.entries(COSTLY_FORMS)) {
    const audience = { ...INITIAL_FORM_SETTINGS.audience, cohort: 'all' as const }
    await publishTestForm(backend, form, { items, choices, settings: { audience } })
  }
}
