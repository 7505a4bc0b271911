import { useState } from 'react'
import { DateField } from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextareaField, TextField } from '#app/ui/TextField.tsx'
import {
  type Choice,
  type FormItem,
  itemsOf,
  MOST_REPETITIONS,
} from '#contract/campus-form-definition'
import { LARGEST_ATTACHMENT, MOST_ANSWER_CHARACTERS } from '#contract/campus-form-submission'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { ConditionField } from './ConditionField.tsx'
import { titleOfItem } from './describe-problem.ts'
import type { Edit, EditedForm } from './edit-history.ts'
import {
  ExpressionField,
  Flags,
  NumberInput,
  type NumberLimits,
  ReadField,
  WordingFields,
} from './EditorFields.tsx'
import {
  type ChoiceQuestion,
  comparedTexts,
  convertItem,
  ITEM_TYPES,
  type ItemPath,
  type ItemType,
  namesOf,
  proposeName,
  readChoices,
  renameItem,
  replaceItem,
  writeChoices,
} from './form-edits.ts'
import { renameUnread, UnreadFields } from './unread-texts.tsx'
import styles from './campus-form-editing.module.css'

/** The fields of one item of the form. */
export function ItemPanel({
  item,
  path,
  form: { definition, unread },
  usedNames,
  edit,
}: {
  item: FormItem
  path: ItemPath
  form: EditedForm
  /** The names by which answers are stored. */
  usedNames: readonly string[]
  edit: Edit
}) {
  const texts = useTexts(campusFormEditingTexts)
  const update = (changed: (form: EditedForm) => Partial<EditedForm>, field: string) =>
    edit((form) => ({ ...form, ...changed(form) }), `${path.join('.')}:${field}`)
  const change = (part: object) =>
    update(
      (form) => ({
        definition: replaceItem(form.definition, path, withoutEmpty({ ...item, ...part })),
      }),
      Object.keys(part).join(),
    )
  const rename = (name: string) =>
    update(
      (form) => ({
        definition: renameItem(form.definition, path, name),
        unread: renameUnread(form.unread, item.name, name),
      }),
      'name',
    )
  const convert = (type: ItemType) =>
    update(
      (form) => ({
        definition: replaceItem(form.definition, path, convertItem(item, type)),
        unread: renameUnread(form.unread, item.name, ''),
      }),
      'type',
    )
  // The item's own name, which can be typed again.
  const [ownName] = useState(item.name)
  const otherNames = namesOf(definition)
  otherNames.delete(item.name)
  const nameFromLabel = () => {
    const isProposed = new RegExp(`^${item.type}(_\\d+)?$`).test(item.name)
    if (isProposed && item.label.en !== '' && !usedNames.includes(item.name))
      rename(proposeName(item.type, item.label, new Set([...otherNames, ...usedNames])))
  }
  return (
    <UnreadFields item={item.name} place={path.join('.')} unread={unread} edit={edit}>
      <div className={styles['panel']}>
        <div className={styles['pair']}>
          <SelectField
            label={texts.type}
            value={item.type}
            options={ITEM_TYPES.map((type) => ({ value: type, label: texts.types[type] }))}
            onChange={(chosen) => {
              const type = ITEM_TYPES.find((one) => one === chosen)
              if (type !== undefined && type !== item.type) convert(type)
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
        {'choices' in item && (
          <ChoicesField item={item} definition={definition} usedNames={usedNames} edit={edit} />
        )}
        <ConditionField
          item={item}
          definition={definition}
          onChange={(relevant) => change({ relevant })}
        />
        {/* A name that cannot be used is not hidden. */}
        <details
          className={styles['more']}
          open={unread?.[`${item.name}/name`] !== undefined || undefined}
        >
          <summary>{texts.more}</summary>
          <div className={styles['panel']}>
            <ReadField
              field="name"
              label={texts.name}
              hint={texts.nameHint}
              value={item.name}
              explain={(name) => {
                if (!/^(?!__)[A-Za-z_]\w{0,63}$/.test(name)) return texts.nameWrong
                if (otherNames.has(name)) return texts.nameTaken
                return name !== ownName && usedNames.includes(name) ? texts.nameUsed : undefined
              }}
              onRead={rename}
            />
            <WordingFields
              label={texts.hint}
              labelEn={texts.hintEn}
              value={item.hint}
              onChange={(hint) => change({ hint })}
            />
            {'required' in item && <AnswerFields item={item} change={change} />}
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
    </UnreadFields>
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

/** The rarely used fields of a question that students answer. */
function AnswerFields({
  item,
  change,
}: {
  item: Extract<FormItem, { required: boolean }>
  change: (part: object) => void
}) {
  const texts = useTexts(campusFormEditingTexts)
  return (
    <>
      <ExpressionField
        label={texts.constraint}
        hint={texts.constraintHint}
        value={item.constraint}
        onChange={(constraint) => change({ constraint })}
      />
      {item.constraint !== undefined && (
        <WordingFields
          label={texts.constraintMessage}
          labelEn={texts.constraintMessageEn}
          value={item.constraintMessage}
          onChange={(constraintMessage) => change({ constraintMessage })}
        />
      )}
      <ExpressionField
        label={texts.initial}
        value={item.initial}
        onChange={(initial) => change({ initial })}
      />
      {'choices' in item && (
        <ExpressionField
          label={texts.filter}
          value={item.filter}
          isFilter
          onChange={(filter) => change({ filter })}
        />
      )}
      <Flags
        label={titleOfItem(item, useLanguage())}
        flags={[{ value: 'readOnly', label: texts.readOnly, isSet: item.readOnly }]}
        onChange={change}
      />
    </>
  )
}

interface NumberProperty extends NumberLimits {
  readonly property: 'longest' | 'least' | 'most' | 'count' | 'largest'
  readonly label:
    | 'longest'
    | 'least'
    | 'most'
    | 'leastYuan'
    | 'mostYuan'
    | 'leastChoices'
    | 'mostChoices'
    | 'leastTimes'
    | 'mostTimes'
    | 'count'
    | 'largest'
}

const MEGABYTE = 2 ** 20
const LARGE_NUMBER = 10 ** 12
const NUMBER = { least: -LARGE_NUMBER, most: LARGE_NUMBER }
const YUAN = { least: 0, most: LARGE_NUMBER / 100, scale: 100, decimals: 2 }
const CHOICES = { least: 1, most: 500 }
const TIMES = { least: 0, most: MOST_REPETITIONS, isNeeded: true }
const FILES: readonly NumberProperty[] = [
  { property: 'count', label: 'count', least: 1, most: 9, isNeeded: true },
  {
    property: 'largest',
    label: 'largest',
    least: 0.1,
    most: LARGEST_ATTACHMENT / MEGABYTE,
    scale: MEGABYTE,
    decimals: 1,
    isNeeded: true,
  },
]

/** The numbers that describe the answers of a type. */
const NUMBERS: Partial<Record<ItemType, readonly NumberProperty[]>> = {
  text: [
    {
      property: 'longest',
      label: 'longest',
      least: 1,
      most: MOST_ANSWER_CHARACTERS,
      isNeeded: true,
    },
  ],
  integer: [
    { property: 'least', label: 'least', ...NUMBER },
    { property: 'most', label: 'most', ...NUMBER },
  ],
  decimal: [
    { property: 'least', label: 'least', ...NUMBER, decimals: 6 },
    { property: 'most', label: 'most', ...NUMBER, decimals: 6 },
  ],
  money: [
    { property: 'least', label: 'leastYuan', ...YUAN },
    { property: 'most', label: 'mostYuan', ...YUAN },
  ],
  selectMany: [
    { property: 'least', label: 'leastChoices', ...CHOICES },
    { property: 'most', label: 'mostChoices', ...CHOICES },
  ],
  repetition: [
    { property: 'least', label: 'leastTimes', ...TIMES },
    { property: 'most', label: 'mostTimes', ...TIMES, least: 1 },
  ],
  picture: FILES,
  file: FILES,
}

/** The fields that only some types of items have. */
function TypeFields({ item, change }: { item: FormItem; change: (part: object) => void }) {
  const texts = useTexts(campusFormEditingTexts)
  const numbers = NUMBERS[item.type] ?? []
  const own: { readonly type: ItemType } & Partial<
    Record<NumberProperty['property'], number | undefined>
  > = item
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
      {flags.length > 0 && <Flags label={texts.answer} flags={flags} onChange={change} />}
      <div className={styles['pair']}>
        {numbers.map(({ property, label, ...limits }) => (
          <NumberInput
            key={property}
            field={property}
            label={texts[label]}
            value={own[property]}
            limits={limits}
            onChange={(value) => change({ [property]: value })}
          />
        ))}
        {item.type === 'date' &&
          (['earliest', 'latest'] as const).map((property) => (
            <DateField
              key={property}
              label={texts[property]}
              value={item[property] ?? ''}
              onChange={(day) => change({ [property]: day === '' ? undefined : day })}
            />
          ))}
        {item.type === 'calculation' && (
          <ExpressionField
            label={texts.value}
            hint={texts.expressionHint}
            value={item.value}
            isNeeded
            onChange={(value) => change({ value })}
          />
        )}
        {item.type === 'hidden' && (
          <TextField
            label={texts.fixedValue}
            maxLength={1000}
            value={item.value}
            onType={(value) => change({ value })}
          />
        )}
      </div>
    </>
  )
}

/** The choices of a question as lines. */
function ChoicesField({
  item,
  definition,
  usedNames,
  edit,
}: {
  item: ChoiceQuestion
  definition: EditedForm['definition']
  usedNames: readonly string[]
  edit: Edit
}) {
  const texts = useTexts(campusFormEditingTexts)
  const language = useLanguage()
  // The lines as they are typed, and the choices before: lines that are cut and pasted keep their
  // choices.
  const [typed, setTyped] = useState<{ text: string; before: readonly Choice[] }>()
  const choices = definition.choices[item.choices] ?? []
  const others = itemsOf(definition.items).filter(
    ({ item: one }) => 'choices' in one && one.choices === item.choices && one.name !== item.name,
  )
  const type = (text: string) => {
    const before = typed?.before ?? choices
    setTyped({ text, before })
    const taken = new Set([...usedNames, ...comparedTexts(definition, item.name)])
    const read = readChoices(text, before, taken)
    edit(({ definition: { choices: lists, ...rest }, ...form }) => {
      const { [item.choices]: _old, ...left } = lists
      // A list has at least one choice.
      const next = read.length === 0 ? left : { ...left, [item.choices]: read }
      return { ...form, definition: { ...rest, choices: next } }
    }, `choices:${item.choices}`)
  }
  return (
    <>
      <TextareaField
        label={texts.choices}
        hint={texts.choicesHint}
        rows={Math.min(12, Math.max(4, choices.length + 1))}
        value={typed?.text ?? writeChoices(choices)}
        onType={type}
        onBlur={() => setTyped(undefined)}
      />
      {others.length > 0 && (
        <p className={styles['quiet']}>
          {texts.choicesShared(others.map((one) => titleOfItem(one.item, language)).join('、'))}
        </p>
      )}
    </>
  )
}
