import { useState } from 'react'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { SelectField } from '#app/ui/SelectField.tsx'
import {
  type CampusFormDefinition,
  type FormItem,
  itemsOf,
  type Question,
} from '#contract/campus-form-definition'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { titleOfItem } from './describe-problem.ts'
import { ExpressionField } from './EditorFields.tsx'
import styles from './campus-form-editing.module.css'

type DecidingQuestion = Extract<Question, { type: 'selectOne' | 'selectMany' | 'yesNo' }>
interface Condition {
  readonly question: string
  readonly isEqual: boolean
  readonly choice: string
}

const NAME = String.raw`\$\{\s*([A-Za-z_][\w.-]*)\s*\}`
const EQUAL = new RegExp(String.raw`^\s*${NAME}\s*(!?=)\s*'([^']*)'\s*$`)
const SELECTED = new RegExp(
  String.raw`^\s*(not\(\s*)?selected\(\s*${NAME}\s*,\s*'([^']*)'\s*\)(\s*\))?\s*$`,
)

function readCondition(source: string): Condition | undefined {
  const [, one, operator, answer] = EQUAL.exec(source) ?? []
  if (one !== undefined && answer !== undefined)
    return { question: one, isEqual: operator === '=', choice: answer }
  const [, before, many, choice, after] = SELECTED.exec(source) ?? []
  if (many === undefined || choice === undefined) return undefined
  return (before === undefined) === (after === undefined)
    ? { question: many, isEqual: before === undefined, choice }
    : undefined
}

const writeCondition = ({ isEqual, choice }: Condition, { type, name }: DecidingQuestion) => {
  if (type !== 'selectMany') return `\${${name}} ${isEqual ? '=' : '!='} '${choice}'`
  const selected = `selected(\${${name}}, '${choice}')`
  return isEqual ? selected : `not(${selected})`
}

/**
 * When an item is shown: always, depending on one answer, or by an expression. The choice of the way
 * is the field's own; what is stored is always an expression.
 */
export function ConditionField({
  item,
  definition,
  onChange,
}: {
  item: FormItem
  definition: CampusFormDefinition
  onChange: (source: string | undefined) => void
}) {
  const texts = useTexts(campusFormEditingTexts)
  const language = useLanguage()
  const { relevant } = item
  const all = itemsOf(definition.items)
  const own = all.findIndex(({ item: one }) => one.name === item.name)
  const inside = itemsOf([item]).map(({ item: one }) => one.name)
  // An answer in a repetition decides only within it: elsewhere there are several.
  const deciding = all.flatMap(({ item: one, repetition }, index) =>
    (one.type === 'selectOne' || one.type === 'selectMany' || one.type === 'yesNo') &&
    !inside.includes(one.name) &&
    (repetition === undefined || repetition.name === all[own]?.repetition?.name)
      ? [{ ...one, isBefore: index < own }]
      : [],
  )
  const nearest = deciding.findLast(({ isBefore }) => isBefore) ?? deciding[0]
  const condition = relevant === undefined ? undefined : readCondition(relevant)
  const question = deciding.find(({ name }) => name === condition?.question)
  const [isTyped, setTyped] = useState(relevant !== undefined && question === undefined)
  const choicesOf = (one: DecidingQuestion) =>
    one.type === 'yesNo'
      ? [
          { value: 'yes', label: texts.yes },
          { value: 'no', label: texts.no },
        ]
      : (definition.choices[one.choices] ?? []).map(({ name, label }) => ({
          value: name,
          label: label[language] || label.zh || label.en || name,
        }))
  const choose = (part: Partial<Condition>) => {
    const wanted = { question: '', isEqual: true, choice: '', ...condition, ...part }
    const about = deciding.find(({ name }) => name === wanted.question)
    if (about === undefined) return
    const offered = choicesOf(about)
    const choice = offered.some(({ value }) => value === wanted.choice)
      ? wanted.choice
      : (offered[0]?.value ?? '')
    onChange(writeCondition({ ...wanted, choice }, about))
  }
  const way = relevant === undefined && !isTyped ? 'always' : isTyped ? 'expression' : 'answer'
  return (
    <>
      <SelectField
        label={texts.shown}
        value={way}
        options={[
          { value: 'always', label: texts.always },
          ...(deciding.length > 0 ? [{ value: 'answer', label: texts.byAnswer }] : []),
          { value: 'expression', label: texts.byExpression },
        ]}
        onChange={(chosen) => {
          setTyped(chosen === 'expression')
          if (chosen === 'always') onChange(undefined)
          if (chosen === 'answer' && question === undefined)
            choose({ question: nearest?.name ?? '' })
        }}
      />
      {way === 'answer' && question !== undefined && condition !== undefined && (
        <div className={styles['pair']}>
          <SelectField
            label={texts.conditionQuestion}
            value={question.name}
            options={deciding.map((one) => ({
              value: one.name,
              label: titleOfItem(one, language),
            }))}
            onChange={(name) => choose({ question: name })}
          />
          <SelectField
            label={texts.conditionOperator}
            value={condition.isEqual ? 'is' : 'isNot'}
            options={[
              { value: 'is', label: texts.is },
              { value: 'isNot', label: texts.isNot },
            ]}
            onChange={(operator) => choose({ isEqual: operator === 'is' })}
          />
          <SelectField
            label={texts.conditionChoice}
            value={condition.choice}
            options={choicesOf(question)}
            onChange={(choice) => choose({ choice })}
          />
        </div>
      )}
      {way === 'expression' && (
        <ExpressionField
          label={texts.expression}
          hint={texts.expressionHint}
          value={relevant ?? ''}
          isNeeded
          onChange={(source) => onChange(source === '' ? undefined : source)}
        />
      )}
    </>
  )
}
