import { Controller, type Control } from 'react-hook-form'
import { loadRegions } from '#app/features/regions/face.ts'
import { useTexts } from '#app/lib/language.ts'
import { RegionField } from '#app/ui/RegionField.tsx'
import type { Household } from '#contract/household'
import { commonTexts } from '#i18n/common'
import { formTexts } from '#i18n/form'
import type { Values } from './values.ts'

/** A place of the form, chosen by province, city and district. */
export function PlaceField({
  control,
  name,
  label,
  title,
}: {
  control: Control<Values, unknown, Household>
  name: 'nativePlace' | 'originPlace'
  label: string
  title: string
}) {
  const say = useTexts(formTexts)
  const common = useTexts(commonTexts)
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <RegionField
          label={label}
          title={title}
          texts={say}
          loadingLabel={common.loading}
          load={loadRegions}
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
