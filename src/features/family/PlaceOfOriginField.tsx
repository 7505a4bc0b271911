import { Controller, type Control } from 'react-hook-form'
import { loadRegionsLazily } from '#app/features/regions/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { RegionField } from '#app/ui/RegionField.tsx'
import type { FamilyHousehold } from '#contract/family-household'
import { formTexts } from '#i18n/form'
import type { FamilyFormValues } from './values.ts'

/** A place of the form, chosen by province, city and district. */
export function PlaceOfOriginField({
  control,
  name,
  label,
  title,
}: {
  control: Control<FamilyFormValues, unknown, FamilyHousehold>
  name: 'nativePlace' | 'originPlace'
  label: string
  title: string
}) {
  const say = useTexts(formTexts)
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <RegionField
          label={label}
          title={title}
          texts={say}
          load={loadRegionsLazily}
          error={fieldState.error?.message}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          ref={ref}
        />
      )}
    />
  )
}
