import { useEffect, useState } from 'react'
import { loadRegionsLazily, prefetchRegions } from '#app/features/regions/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { RegionField } from '#app/ui/RegionField.tsx'
import { formTexts } from '#i18n/form'
import { loadRegionNames, regionNamesOf } from '../region-names.ts'
import type { InputProps } from './input-props.ts'

/** A region: chosen by its names, answered by its code of six digits. */
export function RegionInput({ value, onChange, ...field }: InputProps) {
  const say = useTexts(formTexts)
  const code = typeof value === 'string' ? value : ''
  const [, setLoaded] = useState(false)
  useEffect(prefetchRegions, [])
  useEffect(() => {
    if (code !== '') void loadRegionNames().then(() => setLoaded(true))
  }, [code])
  return (
    <RegionField
      {...field}
      title={field.label}
      texts={say}
      load={loadRegionsLazily}
      value={regionNamesOf(code)}
      onChange={(joined) =>
        void loadRegionsLazily().then((regions) =>
          onChange(regions.codesOf(joined).findLast((one) => /^\d{6}$/.test(one)) ?? ''),
        )
      }
    />
  )
}
