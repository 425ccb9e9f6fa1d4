import type { StructuredItem } from './structured-item.ts'

/** `Organization` of schema.org and everything below it that is a party of its own. */
const ORGANISATION_TYPES: ReadonlySet<string> = new Set(
  `Organization Corporation Company Airline Consortium Cooperative EducationalOrganization CollegeOrUniversity ElementarySchool
  HighSchool MiddleSchool Preschool School FundingScheme GovernmentOrganization LibrarySystem LocalBusiness MedicalOrganization
  NGO NewsMediaOrganization OnlineBusiness OnlineStore PerformingGroup DanceGroup MusicGroup TheaterGroup PoliticalParty Project
  FundingAgency ResearchProject ResearchOrganization SearchRescueOrganization SportsOrganization SportsTeam SportsClub WorkersUnion
  AnimalShelter ArchiveOrganization AutomotiveBusiness AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash
  GasStation MotorcycleDealer MotorcycleRepair ChildCare Dentist DryCleaningOrLaundry EmergencyService FireStation Hospital
  PoliceStation EmploymentAgency EntertainmentBusiness AdultEntertainment AmusementPark ArtGallery Casino ComedyClub MovieTheater
  NightClub FinancialService AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency FoodEstablishment Bakery BarOrPub
  Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant Winery GovernmentOffice PostOffice
  HealthAndBeautyBusiness BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor HomeAndConstructionBusiness Electrician
  GeneralContractor HVACBusiness HousePainter Locksmith MovingCompany Plumber RoofingContractor InternetCafe LegalService Attorney
  Notary Library LodgingBusiness BedAndBreakfast Campground Hostel Hotel Motel Resort SkiResort VacationRental MedicalBusiness
  CommunityHealth Dermatology DietNutrition Emergency Geriatric Gynecologic MedicalClinic CovidTestingFacility Midwifery Nursing
  Obstetric Oncologic Optician Optometric Otolaryngologic Pediatric Pharmacy Physician IndividualPhysician PhysiciansOffice
  Physiotherapy PlasticSurgery Podiatric PrimaryCare Psychiatric PublicHealth DiagnosticLab VeterinaryCare ProfessionalService
  RadioStation RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter SportsActivityLocation BowlingAlley ExerciseGym
  GolfCourse PublicSwimmingPool StadiumOrArena TennisComplex Store BikeStore BookStore ClothingStore ComputerStore
  ConvenienceStore DepartmentStore ElectronicsStore Florist FurnitureStore GardenStore GroceryStore HardwareStore HobbyShop
  HomeGoodsStore JewelryStore LiquorStore MensClothingStore MobilePhoneStore MovieRentalStore MusicStore OfficeEquipmentStore
  OutletStore PawnShop PetStore ShoeStore SportingGoodsStore TireShop ToyStore WholesaleStore TelevisionStation
  TouristInformationCenter TravelAgency TouristAttraction Museum Church PlaceOfWorship Mosque Synagogue HinduTemple
  BuddhistTemple CatholicChurch EventVenue Zoo Aquarium`
    .split(/\s+/)
    .map((type) => type.toLowerCase()),
)

/** Properties by which an item hangs on something else than the page's owner. */
const FOREIGN_PROPERTY =
  /^(?:author|creator|contributor|editor|review|reviews|reviewedBy|itemReviewed|funder|sponsor|member|memberOf|affiliation|alumniOf|parentOrganization|seller|offeredBy|organizer|performer|manufacturer|recipient|acceptedPaymentMethod|customer|client|sourceOrganization|award|knowsAbout|subjectOf|mentions|competitor|areaServed)$/i
/** Things that name the place or the party of somebody else more often than not. */
const FOREIGN_PARENT =
  /^(?:\w*Event|Festival|Course|CourseInstance|Review|Trip|Offer|AggregateOffer|Product)$/

/** Whether an item is an organisation or a business. */
export function isOrganisation(item: StructuredItem): boolean {
  return item.types.some((type) => ORGANISATION_TYPES.has(type.toLowerCase()))
}

/** Whether an item, or one it hangs on, stands for somebody else than the owner of the website: an author, a sponsor, a reviewed shop. */
export function isAboutOthers(item: StructuredItem): boolean {
  let above: StructuredItem | null = item
  for (let level = 0; above && level < 12; level += 1) {
    if (above.property && FOREIGN_PROPERTY.test(above.property)) return true
    if (above.parent?.types.some((type) => FOREIGN_PARENT.test(type))) return true
    above = above.parent
  }
  return false
}
