import { Controller, type UseFormReturn } from 'react-hook-form'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { FieldGroup } from '#app/ui/wrong-fields.tsx'
import type { Household } from '#contract/household'
import { familyWords } from '#words/family'
import { formWords } from '#words/form'
import { jobs, relations } from './choices.ts'
import type { Values } from './values.ts'

/** One member of the family: who it is, how to reach them, what they do. */
export function MemberFields({
  form: { register, control, formState },
  at,
  onRemove,
}: {
  form: UseFormReturn<Values, unknown, Household>
  at: number
  onRemove: () => void
}) {
  const words = useWords(familyWords)
  const say = useWords(formWords)
  const language = useLanguage()
  const errors = formState.errors.members?.[at]
  const choices = [
    { name: `members.${at}.relation`, label: words.relation, options: relations(language) },
    { name: `members.${at}.job`, label: words.job, options: jobs(language) },
  ] as const
  const [relation, job] = choices.map(({ name, label, options }) => (
    <Controller
      key={name}
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <SelectField
          label={label}
          error={fieldState.error?.message}
          placeholder={say.choose}
          closeLabel={say.close}
          options={options}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          ref={ref}
        />
      )}
    />
  ))
  return (
    <FieldGroup value={words.member(at + 1)}>
      <Card
        flush
        title={words.member(at + 1)}
        action={
          <TextButton danger label={words.removeMember(at + 1)} onClick={onRemove}>
            {words.remove}
          </TextButton>
        }
      >
        <TextField
          label={words.name}
          error={errors?.name?.message}
          maxLength={100}
          {...register(`members.${at}.name`)}
        />
        {relation}
        <TextField
          label={words.ownPhone}
          type="tel"
          error={errors?.phone?.message}
          maxLength={20}
          {...register(`members.${at}.phone`)}
        />
        {job}
        <TextField
          label={words.workplace}
          error={errors?.workplace?.message}
          maxLength={100}
          {...register(`members.${at}.workplace`)}
        />
      </Card>
    </FieldGroup>
  )
}
