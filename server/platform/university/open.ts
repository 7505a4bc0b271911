import type { Settings } from '../settings/settings.ts'
import { casUniversity } from './cas.ts'
import { oidcUniversity } from './oidc.ts'
import type { University } from './provider.ts'

/** The university's sign-in by the settings; undefined where there is none. */
export function openUniversity({
  university,
}: Pick<Settings, 'university'>): University | undefined {
  switch (university?.type) {
    case 'oidc':
      return oidcUniversity(university)
    case 'cas':
      return casUniversity(university)
    case undefined:
      return undefined
  }
}
