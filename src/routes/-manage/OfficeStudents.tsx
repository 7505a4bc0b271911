import { StudentsScreen } from '#app/features/students/StudentsScreen.tsx'
import { lazyScreen } from './lazy-screen.ts'

const forms = {
  campus: lazyScreen(
    async () =>
      (await import('#app/features/campus-form-office/CampusFormOnBehalfScreen.tsx'))
        .CampusFormOnBehalfScreen,
  ),
  family: lazyScreen(
    async () =>
      (await import('#app/features/family/FamilyOnBehalfScreen.tsx')).FamilyOnBehalfScreen,
  ),
  details: lazyScreen(
    async () =>
      (await import('#app/features/family/DetailsOnBehalfScreen.tsx')).DetailsOnBehalfScreen,
  ),
  travel: lazyScreen(
    async () =>
      (await import('#app/features/travel/TravelOnBehalfScreen.tsx')).TravelOnBehalfScreen,
  ),
  uniform: lazyScreen(
    async () =>
      (await import('#app/features/uniform/UniformOnBehalfScreen.tsx')).UniformOnBehalfScreen,
  ),
  living: lazyScreen(
    async () =>
      (await import('#app/features/living-supplies/LivingSuppliesOnBehalfScreen.tsx'))
        .LivingSuppliesOnBehalfScreen,
  ),
}

/** The students section, with the forms of other features that the office can fill in. */
export const OfficeStudents = ({ rest }: { rest: string }) => (
  <StudentsScreen rest={rest} forms={forms} />
)
