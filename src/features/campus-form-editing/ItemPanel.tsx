import type { ReactNode } from 'react'
import { CheckboxGroup, DateField } from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextareaField, TextField } from '#app/ui/TextField.tsx'
import { type FormItem, itemsOf, type Wording } from '#contract/campus-form-definition'
import { LARGEST_ATTACHMENT, MOST_ANSWER_CHARACTERS } from '#contract/campus-form-submission'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { ConditionField, ExpressionField } from './ConditionField.tsx'
import { titleOfItem } from './describe-problem.ts'
import type { EditedForm } from './edit-history.ts'
import {
  completeChoices,
  convertItem,
  ITEM_TYPES,
  type ChoiceQuestion,
  type ItemPath,
  namesOf,
  proposeName,
  readChoices,
  renameItem,
  replaceAt,
  writeChoices,
} from './form-edits.ts'
import { CommittedArea, CommittedField, NumberInput } from './TypedFields.tsx'
import styles from './campus-form-editing.module.css'

const MEGABYTE = 2 ** 20
const LARGE_NUMBER = 10 ** 12

type Edit = (change: (form: EditedForm) => EditedForm, key?: string) => void

/** The fields of one item of the form. */
export function ItemPanel({
  item,
  path,
  form: { definition },
  publishedNames,
  edit,
}: {
  item: FormItem
  path: ItemPath
  form: EditedForm
  /** The names of published items, which are not proposed anew. */
  publishedNames: ReadonlySet<string>
  edit: Edit
}) {
  const texts = useTexts(campusFormEditingTexts)
  const language = useLanguage()
  const change = (part: object, field = Object.keys(part).join()) =>
    edit(
      (form) => ({
        ...form,
        definition: {
          ...form.definition,
          items: [...replaceAt(form.definition.items, path, withoutEmpty({ ...item, ...part }))],
        },
      }),
      `${path.join('.')}:${field}`,
    )
  const rename = (name: string) =>
    edit(
      (form) => ({ ...form, definition: renameItem(form.definition, path, name) }),
      `${path.join('.')}:name`,
    )
  const takenNames = () => {
    const names = namesOf(definition)
    names.delete(item.name)
    return names
  }
  const nameFromLabel = () => {
    const isProposed = new RegExp(`^${item.type}(_\\d+)?$`).test(item.name)
    if (isProposed && item.label.en !== '' && !publishedNames.has(item.name))
      rename(proposeName(item.type, item.label, takenNames()))
  }
  return (
    <div className={styles['panel']}>
      <div className={styles['pair']}>
        <SelectField
          label={texts.type}
          value={item.type}
          options={ITEM_TYPES.map((type) => ({ value: type, label: texts.types[type] }))}
          onChange={(chosen) => {
            const type = ITEM_TYPES.find((one) => one === chosen)
            if (type === undefined || type === item.type) return
            edit((form) => ({
              ...form,
              definition: completeChoices({
                ...form.definition,
                items: [...replaceAt(form.definition.items, path, convertItem(item, type))],
              }),
            }))
          }}
        />
      </div>
      <WordingFields
        label={texts.label}
        labelEn={texts.labelEn}
        isLong={item.type === 'statement' || item.type === 'note'}
        value={item.label}
        onChange={(label) => change({ label })}
        onBlur={nameFromLabel}
      />
      <TypeFields item={item} change={change} />
      {'choices' in item && <ChoicesField item={item} definition={definition} edit={edit} />}
      <ConditionField
        item={item}
        definition={definition}
        onChange={(relevant) => change({ relevant }, 'relevant')}
      />
      <details className={styles['more']}>
        <summary>{texts.more}</summary>
        <div className={styles['panel']}>
          <CommittedField
            label={texts.name}
            hint={texts.nameHint}
            value={item.name}
            commit={(name) => {
              if (!/^(?!__)[A-Za-z_]\w{0,63}$/.test(name)) return texts.nameWrong
              if (takenNames().has(name)) return texts.nameTaken
              rename(name)
              return undefined
            }}
          />
          <WordingFields
            label={texts.hint}
            labelEn={texts.hintEn}
            value={item.hint ?? { zh: '', en: '' }}
            onChange={(hint) => change({ hint })}
          />
          {'required' in item && (
            <>
              <ExpressionField
                label={texts.constraint}
                hint={texts.constraintHint}
                value={item.constraint}
                onChange={(constraint) => change({ constraint }, 'constraint')}
              />
              {item.constraint !== undefined && (
                <WordingFields
                  label={texts.constraintMessage}
                  labelEn={texts.constraintMessageEn}
                  value={item.constraintMessage ?? { zh: '', en: '' }}
                  onChange={(constraintMessage) => change({ constraintMessage })}
                />
              )}
              <ExpressionField
                label={texts.initial}
                value={item.initial}
                onChange={(initial) => change({ initial }, 'initial')}
              />
              {'choices' in item && (
                <ExpressionField
                  label={texts.filter}
                  value={item.filter}
                  isFilter
                  onChange={(filter) => change({ filter }, 'filter')}
                />
              )}
              <CheckboxGroup
                plain
                label={titleOfItem(item, language)}
                options={[{ value: 'readOnly', label: texts.readOnly }]}
                chosen={item.readOnly ? ['readOnly'] : []}
                onChange={(chosen) => change({ readOnly: chosen.length > 0 })}
              />
            </>
          )}
          <div className={styles['help']}>
            <p>{texts.functions}</p>
            <ul>
              {texts.functionList.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        </div>
      </details>
    </div>
  )
}

// A property that is missing is left out, as it is in a definition that was read.
function withoutEmpty(item: FormItem): FormItem {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    (typeof value === 'object' && value !== null && 'zh' in value && 'en' in value
      ? value.zh === '' && value.en === ''
      : false)
  return Object.fromEntries(
    Object.entries(item).filter(([key, value]) => key === 'label' || !isEmpty(value)),
  ) as unknown as FormItem
}

/** A text in both languages. */
export function WordingFields({
  label,
  labelEn,
  value,
  isLong = false,
  onChange,
  onBlur,
}: {
  label: string
  labelEn: string
  value: Wording
  isLong?: boolean
  onChange: (value: Wording) => void
  onBlur?: () => void
}) {
  const Input = isLong ? TextareaField : TextField
  return (
    <div className={styles['pair']}>
      <Input
        label={label}
        lang="zh-CN"
        maxLength={2000}
        value={value.zh}
        onType={(zh) => onChange({ ...value, zh })}
      />
      <Input
        label={labelEn}
        lang="en"
        maxLength={2000}
        value={value.en}
        onType={(en) => onChange({ ...value, en })}
        onBlur={onBlur}
      />
    </div>
  )
}

/** The fields that only some types of items have. */
function TypeFields({
  item,
  change,
}: {
  item: FormItem
  change: (part: object, field?: string) => void
}) {
  const texts = useTexts(campusFormEditingTexts)
  const flags = [
    ...('required' in item && item.type !== 'statement'
      ? [{ value: 'required', label: texts.required, isSet: item.required }]
      : []),
    ...(item.type === 'text' ? [{ value: 'isLong', label: texts.isLong, isSet: item.isLong }] : []),
    ...(item.type === 'statement'
      ? [{ value: 'isDrawn', label: texts.isDrawn, isSet: item.isDrawn }]
      : []),
  ]
  return (
    <>
      {flags.length > 0 && (
        <CheckboxGroup
          plain
          label={texts.answer}
          options={flags}
          chosen={flags.filter(({ isSet }) => isSet).map(({ value }) => value)}
          onChange={(chosen) =>
            change(Object.fromEntries(flags.map(({ value }) => [value, chosen.includes(value)])))
          }
        />
      )}
      <div className={styles['pair']}>{fieldsOfType(item, change, texts)}</div>
    </>
  )
}

function fieldsOfType(
  item: FormItem,
  change: (part: object, field?: string) => void,
  texts: ReturnType<typeof useTexts<typeof campusFormEditingTexts>>,
): ReactNode {
  const range = (
    { least, most }: { least?: number | undefined; most?: number | undefined },
    {
      labels: [leastLabel, mostLabel],
      limits: [lowest, highest],
      ...options
    }: {
      labels: readonly [string, string]
      limits: readonly [number, number]
      scale?: number
      decimals?: number
      isNeeded?: boolean
    },
  ) => (
    <>
      <NumberInput
        {...options}
        label={leastLabel}
        value={least}
        least={lowest}
        most={highest}
        onChange={(value) => change({ least: value }, 'least')}
      />
      <NumberInput
        {...options}
        label={mostLabel}
        value={most}
        least={options.isNeeded === true ? 1 : lowest}
        most={highest}
        onChange={(value) => change({ most: value }, 'most')}
      />
    </>
  )
  switch (item.type) {
    case 'text':
      return (
        <NumberInput
          label={texts.longest}
          value={item.longest}
          least={1}
          most={MOST_ANSWER_CHARACTERS}
          isNeeded
          onChange={(longest) => change({ longest })}
        />
      )
    case 'integer':
    case 'decimal':
      return range(item, {
        labels: [texts.least, texts.most],
        limits: [-LARGE_NUMBER, LARGE_NUMBER],
        decimals: item.type === 'decimal' ? 6 : 0,
      })
    case 'money':
      return range(item, {
        labels: [texts.leastYuan, texts.mostYuan],
        limits: [0, LARGE_NUMBER / 100],
        scale: 100,
        decimals: 2,
      })
    case 'selectMany':
      return range(item, {
        labels: [texts.leastChoices, texts.mostChoices],
        limits: [1, 500],
      })
    case 'repetition':
      return range(item, {
        labels: [texts.leastTimes, texts.mostTimes],
        limits: [0, 50],
        isNeeded: true,
      })
    case 'date':
      return (
        <>
          <DateField
            label={texts.earliest}
            value={item.earliest ?? ''}
            onChange={(earliest) =>
              change({ earliest: earliest === '' ? undefined : earliest }, 'earliest')
            }
          />
          <DateField
            label={texts.latest}
            value={item.latest ?? ''}
            onChange={(latest) => change({ latest: latest === '' ? undefined : latest }, 'latest')}
          />
        </>
      )
    case 'picture':
    case 'file':
      return (
        <>
          <NumberInput
            label={texts.count}
            value={item.count}
            least={1}
            most={9}
            isNeeded
            onChange={(count) => change({ count })}
          />
          <NumberInput
            label={texts.largest}
            value={item.largest}
            least={0.1}
            most={LARGEST_ATTACHMENT / MEGABYTE}
            scale={MEGABYTE}
            decimals={1}
            isNeeded
            onChange={(largest) => change({ largest: Math.round(largest ?? MEGABYTE) }, 'largest')}
          />
        </>
      )
    case 'calculation':
      return (
        <ExpressionField
          label={texts.value}
          hint={texts.expressionHint}
          value={item.value}
          isNeeded
          onChange={(value) => change({ value: value ?? '' })}
        />
      )
    case 'hidden':
      return (
        <TextField
          label={texts.fixedValue}
          maxLength={1000}
          value={item.value}
          onType={(value) => change({ value })}
        />
      )
    case 'time':
    case 'yesNo':
    case 'selectOne':
    case 'region':
    case 'phone':
    case 'idDocument':
    case 'classmate':
    case 'statement':
    case 'note':
    case 'section':
      return null
  }
}

/** The choices of a question as lines. */
function ChoicesField({
  item,
  definition,
  edit,
}: {
  item: ChoiceQuestion
  definition: EditedForm['definition']
  edit: Edit
}) {
  const texts = useTexts(campusFormEditingTexts)
  const language = useLanguage()
  const choices = definition.choices[item.choices] ?? []
  const others = itemsOf(definition.items).filter(
    ({ item: one }) => 'choices' in one && one.choices === item.choices && one.name !== item.name,
  )
  return (
    <>
      <CommittedArea
        label={texts.choices}
        hint={texts.choicesHint}
        rows={Math.min(12, Math.max(4, choices.length + 1))}
        value={writeChoices(choices)}
        commit={(text) => {
          edit(({ definition: { choices: lists, ...rest }, settings }) => {
            const read = readChoices(text, lists[item.choices] ?? [])
            const { [item.choices]: _old, ...left } = lists
            return {
              settings,
              definition: {
                ...rest,
                // A list has at least one choice.
                choices: read.length === 0 ? left : { ...left, [item.choices]: read },
              },
            }
          }, `choices:${item.choices}`)
          return undefined
        }}
      />
      {others.length > 0 && (
        <p className={styles['quiet']}>
          {texts.choicesShared(others.map((one) => titleOfItem(one.item, language)).join('、'))}
        </p>
      )}
    </>
  )
}
