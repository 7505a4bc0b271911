import type { Settings } from '../settings/settings.ts'
import { createCasProvider } from './cas.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { createOidcProvider } from './oidc.ts'

/** Creates the university's sign-in of the settings; undefined if none is set. */
export function createIdentityProvider({
  university,
}: Pick<Settings, 'university'>): IdentityProvider | undefined {
  switch (university?.type) {
    case 'oidc':
      return createOidcProvider(university)
    case 'cas':
      return createCasProvider(university)
    case undefined:
      return undefined
  }
}
