/**
 * Codes missing in the vocabulary, mapped to their nearest parent's category in Overture's taxonomy: a divorce
 * lawyer is a lawyer. Not needed for rows with their parents (`taxonomy.hierarchy`).
 */
export const WIDER_CODES: Record<string, string> = {
  'office/lawyer':
    'estate_planning_law wills_trusts_and_probate bankruptcy_law business_law contract_law criminal_defense_law disability_law divorce_and_family_law dui_law employment_law entertainment_law general_litigation immigration_law ip_and_internet_law medical_law paralegal_services personal_injury_law real_estate_law social_security_law tax_law traffic_ticketing_law workers_compensation_law court_reporter process_servers',
  'amenity/doctors':
    'allergist anesthesiologist cosmetic_surgeon ear_nose_and_throat emergency_medicine endocrinologist endoscopist geneticist gerontologist hepatologist homeopathic_medicine hospitalist immunodermatologist infectious_disease_specialist neurotologist neuropathologist orthopedist otologist pain_management phlebologist physician_assistant preventive_medicine spine_surgeon sports_medicine tattoo_removal toxicologist tropical_medicine undersea_hyperbaric_medicine vascular_medicine geriatric_medicine geriatric_psychiatry',
  'amenity/dentist': 'endodontist general_dentistry oral_surgeon periodontist',
  'amenity/doctors/internal': 'hematology',
  'amenity/doctors/ophthalmology': 'retina_specialist',
  'amenity/doctors/paediatrics':
    'pediatric_anesthesiology pediatric_endocrinology pediatric_infectious_disease',
  'amenity/doctors/surgery': 'cardiovascular_and_thoracic_surgeon',
  'healthcare/rehabilitation': 'crisis_intervention_services eating_disorder_treatment_centers',
  'healthcare/psychotherapist': 'sophrologist stress_management_services suicide_prevention_services',
  'healthcare/laboratory': 'diagnostic_imaging',
  'leisure/sports_centre':
    'american_football_field airsoft_fields archery_range badminton_court baseball_field basketball_court batting_cage beach_volleyball_court bocce_ball_court bubble_soccer_field flyboarding_center futsal_field handball_court hockey_field hang_gliding_center kiteboarding pool_billiards pool_hall racquetball_court rugby_pitch shooting_range soccer_field squash_court tennis_court tubing_provider volleyball_court wildlife_hunting_range zorbing_center',
  'leisure/golf_course': 'driving_range',
  'leisure/fitness_centre':
    'golf_instructor paddleboarding_lessons racing_experience rock_climbing_instructor free_diving_instruction scuba_diving_instruction health_consultant meditation_center self_defense_classes swimming_instructor yoga_instructor',
  'shop/clothes':
    'ceremonial_clothing denim_wear_store designer_clothing formal_wear_store fur_clothing maternity_wear t_shirt_store custom_t_shirt_store traditional_clothing hat_shop',
  'craft/photographer': 'boudoir_photography event_photography session_photography',
  'craft/cleaning': 'janitorial_services',
  'craft/plumber': 'backflow_services',
  'craft/roofer': 'ceiling_service',
  'craft/glaziery': 'skylight_installation',
  'shop/travel_agency':
    'sightseeing_tour_agency luggage_storage architectural_tours art_tours beer_tours bike_tours cannabis_tour scooter_tours whale_watching_tours',
  'office/advertising_agency':
    'promotional_products_and_services publicity_service radio_and_television_commercials telemarketing_services',
  'office/employment_agency': 'background_check_services temp_agency',
  'office/estate_agent': 'apartment_agent escrow_services',
  'office/insurance': 'fidelity_and_surety_bonds',
  'shop/wholesale':
    'spices_wholesaler computer_wholesaler fabric_wholesaler fitness_equipment_wholesaler fmcg_wholesaler footwear_wholesaler industrial_spares_and_products_wholesaler iron_and_steel_store optical_wholesaler pharmaceutical_products_wholesaler tea_wholesaler threads_and_yarns_wholesaler tools_wholesaler food_and_beverage_exporter exporters importers',
  'shop/agrarian': 'fertilizer_store grain_elevators greenhouses',
  'shop/medical_supply': 'dental_supply_store',
  'shop/car_parts': 'recreational_vehicle_parts_and_accessories motorcycle_gear interlock_system',
  'amenity/events_venue':
    'balloon_services boat_charter caricature dj_service event_technology_service floral_designer magician musician party_character silent_disco sommelier_service team_building_activity trivia_host',
  'office/consulting': 'food_consultant manufacturing_and_industrial_consultant secretarial_services',
  'amenity/bar': 'airport_lounge kombucha sugar_shack tabac',
  'amenity/restaurant': 'empanadas',
  'office/government': 'social_security_services',
  'office/ngo':
    'foster_care_services gay_and_lesbian_services_organization housing_authorities social_welfare_center child_protection_service',
  'craft/metal_construction': 'iron_and_steel_industry',
  'shop/farm': 'orchard ranch',
  'amenity/cinema': 'outdoor_movies',
}
