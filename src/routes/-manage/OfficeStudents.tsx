import { lazy } from 'react'
import { StudentsScreen } from '#app/features/students/StudentsScreen.tsx'

const forms = {
  family: lazy(async () => ({
    default: (await import('#app/features/family/FamilyOnBehalfScreen.tsx')).FamilyOnBehalfScreen,
  })),
  details: lazy(async () => ({
    default: (await import('#app/features/family/DetailsOnBehalfScreen.tsx')).DetailsOnBehalfScreen,
  })),
  travel: lazy(async () => ({
    default: (await import('#app/features/travel/TravelOnBehalfScreen.tsx')).TravelOnBehalfScreen,
  })),
  uniform: lazy(async () => ({
    default: (await import('#app/features/uniform/UniformOnBehalfScreen.tsx'))
      .UniformOnBehalfScreen,
  })),
  living: lazy(async () => ({
    default: (await import('#app/features/living-supplies/LivingSuppliesOnBehalfScreen.tsx'))
      .LivingSuppliesOnBehalfScreen,
  })),
}

/** The students section, with the forms of other features that the office can fill in. */
export const OfficeStudents = ({ rest }: { rest: string }) => (
  <StudentsScreen rest={rest} forms={forms} />
)
