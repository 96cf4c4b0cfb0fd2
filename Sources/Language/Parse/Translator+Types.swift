/// Types of the text.
internal import SwiftSyntax

extension Translator {
  func type(_ node: TypeSyntax) -> TypeNode {
    nested(node) { unguarded(node) } ?? TypeNode(.invalid, span(node))
  }

  private func unguarded(_ node: TypeSyntax) -> TypeNode {
    let span = span(node)
    switch node.as(TypeSyntaxEnum.self) {
    case .identifierType(let named):
      if named.name.text == "_" { return TypeNode(.inferred, span) }
      return TypeNode(
        .named([(identifier(named.name), arguments(named.genericArgumentClause), self.span(named.name))]), span)
    case .memberType(let member):
      let base = type(member.baseType)
      let name = identifier(member.name)
      if name == "Type" || name == "Protocol" { return TypeNode(.metatype(base), span) }
      if case .invalid = base.kind { return base }
      return base.member((name, arguments(member.genericArgumentClause), self.span(member.name)), span)
    case .arrayType(let array): return TypeNode(.array(type(array.element)), span)
    case .dictionaryType(let dictionary):
      return TypeNode(.dictionary(type(dictionary.key), type(dictionary.value)), span)
    case .optionalType(let optional): return TypeNode(.optional(type(optional.wrappedType)), span)
    case .implicitlyUnwrappedOptionalType(let optional):
      return TypeNode(.unwrappedOptional(type(optional.wrappedType)), span)
    case .tupleType(let tuple):
      // `(@escaping () -> Void)`: parentheses around a parameter's type.
      if tuple.elements.count == 1, let only = tuple.elements.first, only.firstName == nil,
        only.type.is(AttributedTypeSyntax.self)
      {
        return type(only.type)
      }
      refuseRepeated(tuple.elements.map(\.firstName), tuple)
      return TypeNode(
        .tuple(
          tuple.elements.map { element in
            (element.firstName.flatMap { $0.text == "_" ? nil : identifier($0) }, type(element.type))
          }), span)
    case .functionType(let function):
      for label in function.parameters.compactMap(\.firstName) where label.text != "_" {
        error("function types cannot have argument labels; use '_' before '\(label.text)'", label)
      }
      return TypeNode(
        .function(
          function.parameters.map { TypeNode.FunctionParameter(type: type($0.type), isVariadic: $0.ellipsis != nil) },
          type(function.returnClause.type), isThrowing: function.effectSpecifiers?.throwsClause != nil,
          thrown: function.effectSpecifiers?.throwsClause?.type.map { type($0) },
          isAsync: function.effectSpecifiers?.asyncSpecifier != nil), span)
    case .metatypeType(let metatype): return TypeNode(.metatype(type(metatype.baseType)), span)
    case .compositionType(let composition):
      return TypeNode(.composition(composition.elements.map { type($0.type) }), span)
    case .someOrAnyType(let constrained):
      let inner = type(constrained.constraint)
      return TypeNode(
        constrained.someOrAnySpecifier.text == "some" ? .opaque(inner) : .existential(inner), span)
    case .attributedType(let attributed):
      let inner = type(attributed.baseType)
      var names = attributed.attributes.compactMap { attribute -> String? in
        attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription
      }
      for specifier in attributed.specifiers {
        guard let word = specifier.as(SimpleTypeSpecifierSyntax.self)?.specifier.text else { continue }
        if word == "inout" { return TypeNode(.inoutParameter(inner), span) }
        names.append(word)
      }
      return TypeNode(.attributed(names, inner), span)
    case .classRestrictionType: return TypeNode(.named([("AnyObject", [], span)]), span)
    default:
      unsupported(phrase(node, "this type"), node)
      return TypeNode(.invalid, span)
    }
  }

  func arguments(_ clause: GenericArgumentClauseSyntax?) -> [TypeNode] {
    (clause?.arguments ?? []).compactMap { argument in
      guard case .type(let type) = argument.argument else { return nil }
      return self.type(type)
    }
  }

  func generics(_ parameters: GenericParameterClauseSyntax?, _ whereClause: GenericWhereClauseSyntax?) -> GenericsNode {
    var result = GenericsNode()
    for parameter in parameters?.parameters ?? [] {
      if let specifier = parameter.specifier {
        unsupported(
          specifier.text == "each" ? "a parameter pack" : "'\(specifier.text)'", parameter,
          instead: "write a function for each number of arguments, or take an array")
      }
      result.parameters.append(
        .init(
          name: identifier(parameter.name), bound: parameter.inheritedType.map { type($0) }, span: span(parameter.name))
      )
    }
    result.requirements = requirements(whereClause)
    return result
  }

  func requirements(_ clause: GenericWhereClauseSyntax?) -> [GenericsNode.Requirement] {
    (clause?.requirements ?? []).compactMap { requirement in
      switch requirement.requirement {
      case .conformanceRequirement(let conformance):
        return .conforms(type(conformance.leftType), type(conformance.rightType))
      case .sameTypeRequirement(let same):
        guard case .type(let left) = same.leftType, case .type(let right) = same.rightType else { return nil }
        return .same(type(left), type(right))
      default:
        unsupported("this requirement", requirement)
        return nil
      }
    }
  }
}

extension Translator {
  /// Each label of a tuple names one element.
  func refuseRepeated(_ labels: [TokenSyntax?], _ tuple: some SyntaxProtocol) {
    let names = labels.compactMap { $0.map { identifier($0) } }.filter { $0 != "_" }
    if Set(names).count < names.count { error("cannot create a tuple with a duplicate element label", tuple) }
  }
}

extension Translator {
  /// The type that an expression spells: `(Int) -> [String]` of `[(Int) -> [String]]()`.
  func spelledType(_ node: ExprSyntax) -> TypeNode? {
    let span = span(node)
    switch node.as(ExprSyntaxEnum.self) {
    case .typeExpr(let type): return self.type(type.type)
    case .declReferenceExpr(let reference):
      return TypeNode(.named([(identifier(reference.baseName), [], self.span(reference.baseName))]), span)
    case .genericSpecializationExpr(let generic):
      guard let plain = spelledType(generic.expression), case .named(var path) = plain.kind, let last = path.popLast()
      else { return nil }
      return TypeNode(.named(path + [(last.name, arguments(generic.genericArgumentClause), last.span)]), span)
    case .memberAccessExpr(let access):
      guard let base = access.base.flatMap({ spelledType($0) }) else { return nil }
      let name = identifier(access.declName.baseName)
      if name == "Type" { return TypeNode(.metatype(base), span) }
      return base.member((name, [], self.span(access.declName.baseName)), span)
    case .arrayExpr(let array):
      guard array.elements.count == 1, let element = array.elements.first.flatMap({ spelledType($0.expression) }) else {
        return nil
      }
      return TypeNode(.array(element), span)
    case .dictionaryExpr(let dictionary):
      guard case .elements(let pairs) = dictionary.content, pairs.count == 1, let pair = pairs.first,
        let key = spelledType(pair.key), let value = spelledType(pair.value)
      else { return nil }
      return TypeNode(.dictionary(key, value), span)
    case .optionalChainingExpr(let optional):
      return spelledType(optional.expression).map { TypeNode(.optional($0), span) }
    case .tupleExpr(let tuple):
      var elements: [(label: String?, type: TypeNode)] = []
      for element in tuple.elements {
        guard let type = spelledType(element.expression) else { return nil }
        elements.append((element.label.map { identifier($0) }, type))
      }
      return elements.count == 1 && elements[0].label == nil ? elements[0].type : TypeNode(.tuple(elements), span)
    case .infixOperatorExpr(let infix):
      guard let arrow = infix.operator.as(ArrowExprSyntax.self), let tuple = infix.leftOperand.as(TupleExprSyntax.self),
        let result = spelledType(infix.rightOperand)
      else { return nil }
      let parameters = tuple.elements.map { spelledType($0.expression) }
      guard !parameters.contains(where: { $0 == nil }) else { return nil }
      let effects = arrow.effectSpecifiers
      return TypeNode(
        .function(
          parameters.map { TypeNode.FunctionParameter(type: $0!) }, result, isThrowing: effects?.throwsClause != nil,
          thrown: effects?.throwsClause?.type.map { type($0) }, isAsync: effects?.asyncSpecifier != nil), span)
    default: return nil
    }
  }
}
