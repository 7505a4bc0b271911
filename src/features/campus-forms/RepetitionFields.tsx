import { type ReactNode, useEffect, useState } from 'react'
import { type Control, useFieldArray, useFormState } from 'react-hook-form'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { FieldGroupProvider, useReportInvalidField } from '#app/ui/invalid-fields.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { isAnswerable, type Repetition } from '#contract/campus-form-definition'
import { campusFormTexts } from '#i18n/campus-forms'
import { useFormScope, useIsRelevant, useItemTexts } from './form-state.ts'
import { createGroup, type GroupValues, keyOf } from './form-values.ts'
import { type Place, Questions } from './Questions.tsx'
import styles from './campus-forms.module.css'

/** Questions that are answered several times: add, remove, and undo of the last removal. */
export function RepetitionFields(props: GroupsProps) {
  const isRelevant = useIsRelevant(props.repetition.name, 0)
  return isRelevant && <Groups {...props} />
}

interface GroupsProps {
  readonly repetition: Repetition
  /** Draws the items of a group that has more than questions. */
  readonly children: (group: Place) => ReactNode
}

function Groups({ repetition, children }: GroupsProps) {
  const { compiled, form, context, files } = useFormScope()
  const texts = useTexts(campusFormTexts)
  const name = keyOf(repetition.name)
  const { fields, append, remove, insert } = useFieldArray({
    // The value of this key is a list of groups; the library would take it for any answer.
    control: form.control as unknown as Control<Record<string, GroupValues[]>>,
    name,
  })
  const [removed, setRemoved] = useState<{ at: number; group: GroupValues }>()
  useEffect(() => {
    if (removed === undefined) return
    // Undo is not offered any more, or it has brought the group back.
    return () => {
      const [lost, left] = [removed.group, form.getValues()].map((one) => JSON.stringify(one))
      files.remove([...files.ids()].filter((id) => lost?.includes(id) && !left?.includes(id)))
    }
  }, [removed, form, files])
  const { label, hint } = useItemTexts(repetition, 0)
  const errors: unknown = useFormState({ control: form.control, name }).errors[name]
  const error = messageOf(errors)
  useReportInvalidField(name, label, error)
  const isPlain = repetition.items.every(
    (item) => isAnswerable(item) || item.type === 'calculation' || item.type === 'hidden',
  )
  const undo = removed !== undefined && (
    <div className={styles['removed']}>
      <output>{texts.removed}</output>
      <TextButton
        ref={focus}
        onClick={() => {
          insert(removed.at, removed.group)
          setRemoved(undefined)
        }}
      >
        {texts.undo}
      </TextButton>
    </div>
  )
  return (
    <section aria-label={label} id={name} className={styles['section']}>
      {hint !== '' && <MutedText note>{hint}</MutedText>}
      {fields.map(({ id }, index) => {
        const title = texts.one(label, index + 1)
        const removal = fields.length > repetition.least && (
          <TextButton
            danger
            label={texts.removeOne(title)}
            onClick={() => {
              const group = form.getValues(`${name}.${index}`) as unknown as GroupValues
              setRemoved({ at: index, group })
              remove(index)
            }}
          >
            {texts.remove}
          </TextButton>
        )
        const prefix = `${name}.${index}.`
        return (
          <FieldGroupProvider key={id} value={title}>
            {removed?.at === index && undo}
            {isPlain ? (
              <Card flush title={title} action={removal}>
                <Questions items={repetition.items} prefix={prefix} index={index} />
              </Card>
            ) : (
              <section aria-label={title} className={styles['section']}>
                <div className={styles['groupHead']}>
                  <h2 className={styles['heading']}>{title}</h2>
                  {removal}
                </div>
                {children({ prefix, index })}
              </section>
            )}
          </FieldGroupProvider>
        )
      })}
      {removed !== undefined && removed.at >= fields.length && undo}
      {error !== undefined && <p className={styles['error']}>{error}</p>}
      {fields.length < repetition.most && (
        <Button
          tone="second"
          onClick={() => {
            const group = createGroup(compiled, repetition, context())
            const [first = ''] = Object.keys(group)
            append(group, { focusName: `${name}.${fields.length}.${first}` })
          }}
        >
          {texts.add(label)}
        </Button>
      )}
    </section>
  )
}

// The button of the removed group had the focus, so the undo button receives it.
const focus = (button: HTMLButtonElement | null) => button?.focus()

function messageOf(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined
  const root: unknown = 'root' in errors ? errors.root : errors
  return typeof root === 'object' && root !== null && 'message' in root
    ? typeof root.message === 'string'
      ? root.message
      : undefined
    : undefined
}
