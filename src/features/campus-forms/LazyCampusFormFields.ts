import { lazyComponent } from '#app/ui/lazy-component.tsx'

/** `CampusFormFields` for a screen that renders without waiting for its code. */
export const LazyCampusFormFields = lazyComponent(
  async () => (await import('./CampusFormFields.tsx')).CampusFormFields,
)
