import { describe, expect, it } from 'vitest'
import { guessPersonMapping } from './person-mapping.ts'

describe('columns of people', () => {
  it.each<[string, string, Record<string, string>]>([
    [
      'a sales tool',
      'First Name,Last Name,Title,Company,Email,Email Status,Seniority,Departments,Work Direct Phone,# Employees,Industry,Keywords,Person Linkedin Url,Website,Company Linkedin Url,Twitter Url,City,State,Country,Company Address,Company Phone',
      {
        first_name: 'First Name',
        last_name: 'Last Name',
        position: 'Title',
        company: 'Company',
        email: 'Email',
        seniority: 'Seniority',
        department: 'Departments',
        phone: 'Work Direct Phone',
        keywords: 'Keywords',
        linkedin_url: 'Person Linkedin Url',
        website: 'Website',
        x_url: 'Twitter Url',
        city: 'City',
        state: 'State',
        country: 'Country',
      },
    ],
    [
      'connections',
      'First Name,Last Name,URL,Email Address,Company,Position,Connected On',
      {
        first_name: 'First Name',
        last_name: 'Last Name',
        website: 'URL',
        email: 'Email Address',
        company: 'Company',
        position: 'Position',
      },
    ],
    [
      'an address book',
      'Name,Given Name,Family Name,E-mail 1 - Value,Phone 1 - Value,Organization 1 - Name,Organization 1 - Title,Group Membership',
      {
        name: 'Name',
        first_name: 'Given Name',
        last_name: 'Family Name',
        email: 'E-mail 1 - Value',
        phone: 'Phone 1 - Value',
        company: 'Organization 1 - Name',
        position: 'Organization 1 - Title',
      },
    ],
    [
      'maintainers',
      'Column 1,Project,Maintainer Name,Company,Github Name,OWNERS/MAINTAINERS',
      { name: 'Maintainer Name', company: 'Company', github_url: 'Github Name', keywords: 'Project' },
    ],
    [
      'German',
      'Vorname,Nachname,Funktion,Firma,E-Mail,Telefon,Ort,Bundesland,Land',
      {
        first_name: 'Vorname',
        last_name: 'Nachname',
        position: 'Funktion',
        company: 'Firma',
        email: 'E-Mail',
        phone: 'Telefon',
        city: 'Ort',
        state: 'Bundesland',
        country: 'Land',
      },
    ],
    [
      'French',
      'Nom,Prénom,Poste,Entreprise,Courriel,Téléphone,Ville,Pays',
      {
        last_name: 'Nom',
        first_name: 'Prénom',
        position: 'Poste',
        company: 'Entreprise',
        email: 'Courriel',
        phone: 'Téléphone',
        city: 'Ville',
        country: 'Pays',
      },
    ],
    ['French, one name', 'Nom,Fonction,Société', { name: 'Nom', position: 'Fonction', company: 'Société' }],
    [
      'Spanish',
      'Nombre,Apellidos,Cargo,Empresa,Correo electrónico,Teléfono,Ciudad,País',
      {
        first_name: 'Nombre',
        last_name: 'Apellidos',
        position: 'Cargo',
        company: 'Empresa',
        email: 'Correo electrónico',
        phone: 'Teléfono',
        city: 'Ciudad',
        country: 'País',
      },
    ],
    [
      'Italian',
      'Nome,Cognome,Ruolo,Azienda,Email,Telefono,Città',
      {
        first_name: 'Nome',
        last_name: 'Cognome',
        position: 'Ruolo',
        company: 'Azienda',
        email: 'Email',
        phone: 'Telefono',
        city: 'Città',
      },
    ],
    [
      'Portuguese',
      'Nome completo,Cargo,Empresa,Cidade',
      { name: 'Nome completo', position: 'Cargo', company: 'Empresa', city: 'Cidade' },
    ],
    [
      'Dutch',
      'Voornaam,Achternaam,Functie,Bedrijf,E-mailadres,Plaats',
      {
        first_name: 'Voornaam',
        last_name: 'Achternaam',
        position: 'Functie',
        company: 'Bedrijf',
        email: 'E-mailadres',
        city: 'Plaats',
      },
    ],
    [
      'objects',
      'id,fullName,jobTitle,company.name,company.website,company.id,contact.email,address.city',
      {
        id: 'id',
        name: 'fullName',
        position: 'jobTitle',
        company: 'company.name',
        website: 'company.website',
        email: 'contact.email',
        city: 'address.city',
      },
    ],
  ])('of %s are known', (_what, header, mapping) => {
    expect(guessPersonMapping(header.split(','))).toEqual(mapping)
  })

  it('with another meaning are ignored', () => {
    expect(guessPersonMapping(['Project Name', 'Company Size', 'Email verified', 'Created at'])).toEqual({})
  })
})
