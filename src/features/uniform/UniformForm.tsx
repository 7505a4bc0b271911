import { useState } from 'react'
import { useContractForm, wrongOf } from '#app/lib/forms/contract-form.ts'
import type { Write } from '#app/lib/forms/desk.ts'
import { type Source, submitForm } from '#app/lib/forms/queued.ts'
import { notSavedText, type SavedAs } from '#app/lib/forms/saved.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { TOAST_INPUT_MS } from '#app/ui/times.ts'
import { toast } from '#app/ui/toast.ts'
import { uniformForm, type Colour, type Garment, type Uniform } from '#contract/uniform'
import type { Problem } from '#offline/item'
import { formWords } from '#words/form'
import { uniformWords } from '#words/uniform'
import { ColourField } from './ColourField.tsx'
import { SizeField } from './SizeField.tsx'
import { submitUniform } from './submit.ts'

// The fields that are shown, in their order.
const NAMES = ['garments', 'colour', 'remark'] as const

/** One size a garment, one colour, and a remark for who wants to make one (UNI-02, UNI-03). */
export function UniformForm({
  garments,
  colours,
  source,
  restored,
  issues,
  isNew,
  mark,
  onDraft,
  onDropDraft,
  onSaved,
  write = submitForm,
  onSkip,
}: {
  garments: readonly Garment[]
  colours: readonly Colour[]
  source: Source<Uniform>
  restored: boolean
  /** What the university refused, to be shown at its fields. */
  issues?: Problem['issues'] | undefined
  /** Nothing was submitted before. */
  isNew: boolean
  /** The step to mark behind the submission. */
  mark: string | undefined
  onDraft: (draft: Source<Uniform>) => Promise<void>
  onDropDraft: () => void
  onSaved: (as: SavedAs) => void
  /** Where the words go; the outbox if nothing is said. */
  write?: Write
  onSkip?: (() => void) | undefined
}) {
  const words = useWords(uniformWords)
  const say = useWords(formWords)
  const language = useLanguage()
  const [notSaved, setNotSaved] = useState<string>()
  const { form, version, wrong, focusFirst } = useContractForm<Uniform, Uniform>({
    rules: uniformForm.payload.schema,
    names: NAMES,
    source,
    restored,
    issues,
    onDraft,
  })
  const { errors, submitCount, isSubmitting } = form.formState
  const valid = async (uniform: Uniform) => {
    setNotSaved(undefined)
    const saved = await submitUniform(uniform, { baseVersion: version(), mark, write })
    if (saved.type === 'not-saved') return setNotSaved(notSavedText(saved, language))
    form.reset(uniform)
    return onSaved(saved)
  }
  const invalid = (refused: object) => {
    toast(say.errors(wrongOf(refused, NAMES).length), { ms: TOAST_INPUT_MS })
    focusFirst(refused)
  }
  return (
    <FormBody
      words={isNew ? say : { ...say, submit: words.change }}
      restored={restored}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      problem={notSaved}
      busy={isSubmitting}
      onDropDraft={onDropDraft}
      onSubmit={(event) => void form.handleSubmit(valid, invalid)(event)}
      onSkip={onSkip}
    >
      <Card flush title={words.sizes}>
        {garments.map((garment, at) => (
          <SizeField key={garment.id} form={form} at={at} garment={garment} />
        ))}
      </Card>
      <Card flush>
        <ColourField form={form} colours={colours} />
        <TextareaField
          label={words.remark}
          hint={words.remarkHint}
          error={errors.remark?.message}
          {...form.register('remark')}
        />
      </Card>
    </FormBody>
  )
}
