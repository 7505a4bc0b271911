import { Controller, type UseFormReturn } from 'react-hook-form'
import { useCampusRule } from '#app/features/campus-rules/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { FieldGroupProvider } from '#app/ui/invalid-fields.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { FAMILY_RULE, type FamilyHousehold } from '#contract/family-household'
import { familyTexts } from '#i18n/family'
import { formTexts } from '#i18n/form'
import { occupationOptions, relationOptions } from './choices.ts'
import type { FamilyFormValues } from './values.ts'

/** One family member: name, contact, and occupation. */
export function MemberFields({
  form: { register, control, formState },
  at,
  onRemove,
}: {
  form: UseFormReturn<FamilyFormValues, unknown, FamilyHousehold>
  at: number
  onRemove: () => void
}) {
  const texts = useTexts(familyTexts)
  const say = useTexts(formTexts)
  const language = useLanguage()
  const family = useCampusRule('family', FAMILY_RULE)
  const errors = formState.errors.members?.[at]
  const choices = [
    {
      name: `members.${at}.relation`,
      label: texts.relation,
      options: (chosen: string) => relationOptions(language, family.relations, chosen),
    },
    {
      name: `members.${at}.job`,
      label: texts.job,
      options: (chosen: string) => occupationOptions(language, family.occupations, chosen),
    },
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
          options={options(value)}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          ref={ref}
        />
      )}
    />
  ))
  return (
    <FieldGroupProvider value={texts.member(at + 1)}>
      <Card
        flush
        title={texts.member(at + 1)}
        action={
          <TextButton danger label={texts.removeMember(at + 1)} onClick={onRemove}>
            {texts.remove}
          </TextButton>
        }
      >
        <TextField
          label={texts.name}
          error={errors?.name?.message}
          maxLength={100}
          {...register(`members.${at}.name`)}
        />
        {relation}
        <TextField
          label={texts.ownPhone}
          type="tel"
          error={errors?.phone?.message}
          maxLength={20}
          {...register(`members.${at}.phone`)}
        />
        {job}
        <TextField
          label={texts.workplace}
          error={errors?.workplace?.message}
          maxLength={100}
          {...register(`members.${at}.workplace`)}
        />
      </Card>
    </FieldGroupProvider>
  )
}
