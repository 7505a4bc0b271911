import { lazyComponent } from '#app/ui/lazy-component.tsx'

/**
 * Loads the component that renders a form of the campus, with all that its questions need: a form in
 * which a question is missing must not be shown.
 */
export async function loadCampusFormFields() {
  const [{ CampusFormFields }] = await Promise.all([
    import('./CampusFormFields.tsx'),
    import('./inputs/rare-inputs.ts'),
    import('#app/lib/pictures/prepare-image.ts'),
  ])
  return CampusFormFields
}

/** `CampusFormFields` for a screen that renders without waiting for its code. */
export const LazyCampusFormFields = lazyComponent(loadCampusFormFields)
