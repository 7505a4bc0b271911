import { OfficePage, useOfficeUser, OfficeLink } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { referenceDataTexts } from '#i18n/reference-data'
import { referenceCatalogues } from './catalogues.ts'
import styles from './reference-data.module.css'

/**
 * The reference data that a school edits without SQL: the menu of catalogues, or the one named in
 * the address.
 */
export function ReferenceDataScreen({ rest }: { rest: string }) {
  const texts = useTexts(referenceDataTexts)
  const roles = useOfficeUser().data?.me.roles ?? []
  const mine = referenceCatalogues.filter((one) => one.roles.some((role) => roles.includes(role)))
  const [resource = ''] = rest.split('/', 1)
  const open = mine.find((one) => one.resource === resource)
  if (open !== undefined) return open.render(rest.slice(resource.length + 1))
  return (
    <OfficePage title={texts.section}>
      <p className={styles['about']}>{texts.about}</p>
      <ul className={styles['menu']}>
        {mine.map((one) => (
          <li key={one.resource}>
            <OfficeLink to={`content/${one.resource}`}>{texts[one.resource]}</OfficeLink>
          </li>
        ))}
      </ul>
    </OfficePage>
  )
}
