import { Controller, type UseFormReturn } from 'react-hook-form'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { FieldGroupProvider } from '#app/ui/invalid-fields.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import type { PersonalDetails } from '#contract/personal-details'
import { familyTexts } from '#i18n/family'
import { formTexts } from '#i18n/form'
import { detailsRelationOptions } from './choices.ts'

/** One member of the family in the personal details: name, relation, phone. */
export function RelativeFields({
  form: { register, control, formState },
  at,
  onRemove,
}: {
  form: UseFormReturn<PersonalDetails, unknown, PersonalDetails>
  at: number
  onRemove: () => void
}) {
  const texts = useTexts(familyTexts)
  const say = useTexts(formTexts)
  const language = useLanguage()
  const errors = formState.errors.members?.[at]
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
        <Controller
          control={control}
          name={`members.${at}.relation`}
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <SelectField
              label={texts.relation}
              error={fieldState.error?.message}
              placeholder={say.choose}
              options={detailsRelationOptions(language)}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              ref={ref}
            />
          )}
        />
        <TextField
          label={texts.phone}
          type="tel"
          error={errors?.phone?.message}
          maxLength={20}
          {...register(`members.${at}.phone`)}
        />
      </Card>
    </FieldGroupProvider>
  )
}
